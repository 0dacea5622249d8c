-- 31 explode in the select list, and inline of an array of structs with named columns
-- tables
CREATE TABLE t (id INT, l ARRAY<INT>, s ARRAY<STRUCT<a: INT, b: STRING>>);
INSERT INTO t VALUES (1, array(1, 2), array(named_struct('a', 1, 'b', 'x'))), (2, array(), array()), (3, NULL, NULL);
-- view in_select: incremental
SELECT id, explode(l) AS x FROM t;
-- view inlined: incremental
SELECT t.id, i.a, i.b FROM t LATERAL VIEW OUTER inline(s) i AS a, b;
-- cycle
UPDATE t SET l = array(5), s = array(named_struct('a', 2, 'b', 'y'), named_struct('a', 2, 'b', 'y')) WHERE id = 2;
-- cycle
DELETE FROM t WHERE id = 1;
-- cycle
INSERT INTO t VALUES (4, array(6, 6), array(named_struct('a', CAST(NULL AS INT), 'b', 'z')));
UPDATE t SET s = array() WHERE id = 2;
