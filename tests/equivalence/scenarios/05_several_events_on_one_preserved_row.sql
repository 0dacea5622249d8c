-- 05 left join: matches come, go and come back in one refresh, and the preserved row changes too
-- tables
CREATE TABLE l (id INT, k INT, note VARCHAR);
CREATE TABLE r (k INT, v INT);
INSERT INTO l VALUES (1, 1, 'a'), (2, 2, 'b');
INSERT INTO r VALUES (1, 1);
-- view: incremental
SELECT l.id, l.note, r.v FROM l LEFT JOIN r ON l.k = r.k;
-- cycle
DELETE FROM r WHERE k = 1;
INSERT INTO r VALUES (1, 2);
DELETE FROM r WHERE v = 2;
INSERT INTO r VALUES (1, 3), (1, 4);
-- cycle: unchanged
DELETE FROM r WHERE v = 3;
INSERT INTO r VALUES (2, 9);
DELETE FROM r WHERE k = 2;
INSERT INTO r VALUES (1, 3);
-- cycle
UPDATE l SET note = 'c', k = 2 WHERE id = 1;
UPDATE r SET k = 2 WHERE v = 4;
UPDATE l SET k = 1 WHERE id = 1;
-- cycle
DELETE FROM l WHERE id = 2;
DELETE FROM r WHERE k = 2;
INSERT INTO l VALUES (2, 2, 'again');
-- cycle
UPDATE r SET v = NULL;
UPDATE l SET note = NULL;
