-- 09 join: duplicates on both sides multiply; one copy goes, one copy comes
-- tables
CREATE TABLE l (id INT, k INT);
CREATE TABLE r (id INT, k INT);
INSERT INTO l VALUES (1, 1), (2, 1), (3, 1), (4, 2);
INSERT INTO r VALUES (1, 1), (2, 1), (3, 2), (4, 2), (5, 2);
-- view: incremental
SELECT l.k AS a, r.k AS b FROM l JOIN r ON l.k = r.k;
-- cycle
DELETE FROM l WHERE id = 1;
DELETE FROM r WHERE id = 1;
-- cycle
INSERT INTO l VALUES (5, 2), (6, 2);
DELETE FROM r WHERE id = 5;
-- cycle
UPDATE l SET k = 3 - k;
-- cycle
UPDATE r SET k = 3 - k;
DELETE FROM l WHERE id IN (2, 5);
INSERT INTO r VALUES (6, 1), (6, 1), (6, 1);
