-- 29 ORDER BY and LIMIT on each side of a UNION ALL, and on all of it
-- tables
CREATE TABLE a (id INT, x INT);
CREATE TABLE b (id INT, x INT);
INSERT INTO a VALUES (1, 10), (2, 20), (3, 30);
INSERT INTO b VALUES (11, 15), (12, 25), (13, NULL);
-- view: incremental
SELECT s.id, s.x FROM (
    SELECT * FROM (SELECT id, x FROM a ORDER BY x DESC, id LIMIT 2) p
    UNION ALL
    SELECT * FROM (SELECT id, x FROM b ORDER BY x NULLS LAST, id LIMIT 2) q
) s ORDER BY s.x, s.id LIMIT 3;
-- cycle
INSERT INTO a VALUES (4, 5), (5, 40);
-- cycle
DELETE FROM b WHERE id = 11;
-- cycle
DELETE FROM a WHERE x > 15;
-- cycle
UPDATE b SET x = 1 WHERE x IS NULL;
INSERT INTO b VALUES (14, 0);
