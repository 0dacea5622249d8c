-- 26 INTERSECT and EXCEPT: the last copy on a side goes, the first comes
-- tables
CREATE TABLE l (x INT, y VARCHAR);
CREATE TABLE r (a INT, b VARCHAR);
INSERT INTO l VALUES (1, 'p'), (1, 'p'), (2, 'q'), (NULL, NULL), (3, NULL);
INSERT INTO r VALUES (1, 'p'), (NULL, NULL), (4, 'q');
-- view both_: incremental
SELECT x, y FROM l INTERSECT SELECT a, b FROM r;
-- view only_left: incremental
SELECT x, y FROM l EXCEPT SELECT a, b FROM r;
-- cycle
DELETE FROM r WHERE a = 1;
-- cycle
DELETE FROM l WHERE x IS NULL;
INSERT INTO r VALUES (3, NULL), (3, NULL), (2, 'q');
-- cycle
DELETE FROM r WHERE a = 3;
INSERT INTO r VALUES (3, NULL), (1, 'p');
INSERT INTO l VALUES (4, NULL);
-- cycle
UPDATE l SET x = 4, y = 'q';
