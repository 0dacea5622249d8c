-- 27 a correlated scalar subquery with ORDER BY and LIMIT 1, and one by inequality
-- tables
CREATE TABLE quote (sym VARCHAR, tick INT, price INT);
CREATE TABLE trade (id INT, sym VARCHAR, tick INT);
INSERT INTO quote VALUES ('a', 1, 10), ('a', 3, 12), ('b', 2, 20);
INSERT INTO trade VALUES (1, 'a', 2), (2, 'a', 3), (3, 'b', 1), (4, NULL, 5);
-- view: incremental
SELECT t.id, (SELECT q.price FROM quote q WHERE q.sym = t.sym AND q.tick <= t.tick ORDER BY q.tick DESC LIMIT 1) AS price,
       (SELECT COUNT(*) FROM quote q WHERE q.tick <= t.tick) AS seen
FROM trade t;
-- cycle
INSERT INTO quote VALUES ('a', 2, 11), ('b', 1, 19);
-- cycle
DELETE FROM quote WHERE tick = 3;
UPDATE trade SET sym = 'b' WHERE sym IS NULL;
-- cycle
UPDATE quote SET tick = tick + 1 WHERE sym = 'a';
UPDATE trade SET tick = 9 WHERE id = 1;
-- cycle
DELETE FROM quote;
