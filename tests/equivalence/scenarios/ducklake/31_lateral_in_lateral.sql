-- 31 lateral in lateral, over a window, a set operation and DISTINCT that read the outer row
-- tables
CREATE TABLE o (id INT, k INT);
CREATE TABLE i (k INT, x INT);
INSERT INTO o VALUES (1, 1), (2, 2), (3, NULL), (4, 1);
INSERT INTO i VALUES (1, 5), (1, 6), (2, 6), (2, NULL);
-- view: incremental
SELECT o.id, a.x, a.place, b.n FROM o, LATERAL (SELECT i.x, ROW_NUMBER() OVER (ORDER BY i.x DESC) AS place FROM i WHERE i.k = o.k) a,
       LATERAL (SELECT COUNT(*) AS n FROM i WHERE i.x < a.x + o.id) b;
-- view other: incremental
SELECT o.id, s.x FROM o, LATERAL (SELECT DISTINCT x FROM i WHERE i.k = o.k UNION SELECT x FROM i WHERE x > o.id + 4 EXCEPT SELECT o.k + 4) s;
-- cycle
INSERT INTO i VALUES (1, 7), (2, 6);
-- cycle
DELETE FROM i WHERE x = 6;
-- cycle
UPDATE o SET k = 2 WHERE id = 4;
INSERT INTO i VALUES (2, 9);
-- cycle
UPDATE i SET x = 1;
