-- 32 filters above outer joins on columns that are not projected, renamed twice on the way
-- tables
CREATE TABLE l (k INT, a INT, flag BOOLEAN);
CREATE TABLE r (k INT, b INT, kind VARCHAR);
INSERT INTO l VALUES (1, 1, TRUE), (2, 2, FALSE), (3, 3, NULL);
INSERT INTO r VALUES (1, 10, 'x'), (1, 11, 'y'), (2, 20, NULL);
-- view: incremental
SELECT q.p AS a FROM (SELECT s.a AS p, s.b AS q, s.kind AS a FROM (SELECT l.a, r.b, r.kind, l.flag FROM l LEFT JOIN r ON r.k = l.k) s WHERE s.flag IS NOT FALSE) q WHERE q.a IS NULL OR q.a <> 'y';
-- cycle
UPDATE r SET kind = 'y' WHERE kind = 'x';
-- cycle
UPDATE l SET flag = TRUE;
-- cycle
INSERT INTO r VALUES (3, NULL, 'x'), (3, NULL, 'z');
DELETE FROM r WHERE k = 2;
-- cycle
DELETE FROM r WHERE b IS NOT NULL;
