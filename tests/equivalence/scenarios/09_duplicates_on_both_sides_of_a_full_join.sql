-- 09 full join: copies on both sides, of which one goes
-- tables
CREATE TABLE l (k INT);
CREATE TABLE r (k INT);
INSERT INTO l VALUES (1), (1), (1), (2), (2);
INSERT INTO r VALUES (1), (1), (3), (3);
-- view: incremental
SELECT l.k AS l, r.k AS r FROM l FULL JOIN r ON l.k = r.k;
-- cycle
INSERT INTO l VALUES (3), (1);
-- cycle
DELETE FROM r WHERE k = 1;
INSERT INTO r VALUES (1);
-- cycle
DELETE FROM l WHERE k = 3;
INSERT INTO l VALUES (2);
INSERT INTO r VALUES (2), (2);
-- cycle
DELETE FROM r WHERE k = 1;
