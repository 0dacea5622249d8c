-- 31 lateral joins that give several rows, inner and left: matches come and go on the inner side
-- tables
CREATE TABLE o (id INT, k INT);
CREATE TABLE i (k INT, x INT);
INSERT INTO o VALUES (1, 1), (2, 2), (3, NULL);
INSERT INTO i VALUES (1, 10), (1, 10), (3, 30);
-- view inner_: incremental
SELECT o.id, s.y FROM o JOIN LATERAL (SELECT i.x + o.k AS y FROM i WHERE i.k = o.k) s ON TRUE;
-- view left_: incremental
SELECT o.id, s.y FROM o LEFT JOIN LATERAL (SELECT i.x * 2 AS y FROM i WHERE i.k = o.k) s ON TRUE;
-- cycle
INSERT INTO i VALUES (2, 20), (2, NULL);
-- cycle
DELETE FROM i WHERE k = 1;
-- cycle
UPDATE o SET k = 3;
-- cycle
UPDATE i SET x = x + 1;
DELETE FROM o WHERE id = 1;
