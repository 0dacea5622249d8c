-- 31 LATERAL VIEW explode and posexplode, with and without OUTER: empty and NULL arrays
-- tables
CREATE TABLE t (id INT, l ARRAY<INT>, m ARRAY<STRING>);
INSERT INTO t VALUES (1, array(1, 2, 2), array('a')), (2, array(), array('b', 'c')), (3, NULL, NULL), (4, array(CAST(NULL AS INT)), array());
-- view exploded: incremental
SELECT id, x FROM t LATERAL VIEW explode(l) e AS x WHERE x IS NULL OR x > 1;
-- view kept: incremental
SELECT id, pos, y FROM t LATERAL VIEW OUTER posexplode(m) e AS pos, y;
-- view both_ways: incremental
SELECT x, y, COUNT(*) AS n FROM t LATERAL VIEW OUTER explode(l) e AS x LATERAL VIEW explode(m) f AS y GROUP BY x, y;
-- cycle
UPDATE t SET l = array(2, 3), m = array('d') WHERE id = 2;
-- cycle
DELETE FROM t WHERE id = 1;
INSERT INTO t VALUES (5, array(7, 7, NULL), array('x', 'y'));
-- cycle
UPDATE t SET l = array(8), m = array('z') WHERE id >= 3;
