-- 30 who can see what: members, groups in groups and rights change in one refresh, the base is an aggregate
-- tables
CREATE TABLE member (who INT, grp INT);
CREATE TABLE inside (grp INT, sup INT, active BOOLEAN);
CREATE TABLE blocked (grp INT);
INSERT INTO member VALUES (1, 10), (1, 10), (2, 10), (3, 20), (3, 30);
INSERT INTO inside VALUES (10, 20, TRUE), (20, 30, TRUE), (20, 40, FALSE), (30, 10, TRUE);
INSERT INTO blocked VALUES (50), (NULL);
-- view: incremental
WITH RECURSIVE sees(who, grp) AS (
    SELECT who, MIN(grp) FROM member GROUP BY who
    UNION
    SELECT s.who, i.sup FROM sees s JOIN inside i ON i.grp = s.grp AND i.active
    WHERE NOT EXISTS (SELECT 1 FROM blocked b WHERE b.grp = i.sup)
)
SELECT grp, COUNT(*) AS n, MIN(who) AS first FROM sees GROUP BY grp;
-- cycle
UPDATE inside SET active = TRUE WHERE sup = 40;
DELETE FROM member WHERE who = 2;
-- cycle
INSERT INTO blocked VALUES (30);
INSERT INTO member VALUES (4, 30), (1, 5);
-- cycle
DELETE FROM blocked WHERE grp = 30;
INSERT INTO inside VALUES (5, 10, TRUE), (40, 50, TRUE);
DELETE FROM inside WHERE grp = 10;
-- cycle
DELETE FROM member;
DELETE FROM blocked;
-- cycle
INSERT INTO member VALUES (9, 20), (8, NULL);
