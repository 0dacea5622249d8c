-- 31 UNNEST in the select list and in FROM: empty lists, NULL lists, NULL elements, ordinality
-- tables
CREATE TABLE t (id INT, l INT[], m VARCHAR[]);
INSERT INTO t VALUES (1, [1, 2, 2], ['a']), (2, [], ['b', 'c']), (3, NULL, NULL), (4, [NULL], []);
-- view in_select: incremental
SELECT id, UNNEST(l) AS x, UNNEST(m) AS y FROM t;
-- view in_from: incremental
SELECT t.id, u.x FROM t, UNNEST(t.l) AS u(x) WHERE u.x IS NULL OR u.x > 1;
-- view kept: incremental
SELECT t.id, u.x FROM t LEFT JOIN UNNEST(t.l) AS u(x) ON TRUE;
-- view counted: incremental
SELECT x, COUNT(*) AS n FROM (SELECT UNNEST(l) AS x FROM t) s GROUP BY x;
-- cycle
UPDATE t SET l = [2, 3] WHERE id = 2;
-- cycle
DELETE FROM t WHERE id = 1;
INSERT INTO t VALUES (5, [7, 7, NULL, 8], ['x', 'y', 'z']);
-- cycle
UPDATE t SET l = NULL WHERE id = 4;
UPDATE t SET l = [8], m = NULL WHERE id = 3;
-- cycle
UPDATE t SET l = l || [9], m = ['q'];
