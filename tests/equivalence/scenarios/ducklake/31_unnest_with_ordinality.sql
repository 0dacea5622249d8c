-- 31 UNNEST WITH ORDINALITY: elements with their places, of lists that grow, are empty and NULL
-- tables
CREATE TABLE t (id INT, l VARCHAR[], m INT[]);
INSERT INTO t VALUES (1, ['a', 'b'], [7]), (2, [], [1, 2]), (3, NULL, NULL);
-- view placed: incremental
SELECT t.id, u.e, u.place FROM t LEFT JOIN LATERAL (SELECT * FROM UNNEST(t.l) WITH ORDINALITY AS u(e, place)) u ON TRUE;
-- view summed: incremental
SELECT id, SUM(ordinality * n) AS s, COUNT(*) AS c FROM t, UNNEST(m) WITH ORDINALITY AS u(n) GROUP BY id;
-- cycle
INSERT INTO t VALUES (4, ['c', NULL, 'c'], [9]);
-- cycle
UPDATE t SET l = ['x'] WHERE id = 3;
DELETE FROM t WHERE id = 1;
-- cycle
UPDATE t SET l = ['c', 'c'], m = [9, 9, 9] WHERE id = 4;
