-- 09 outer joins on TRUE, FALSE and a condition on one side only: the other side empties
-- tables
CREATE TABLE l (a INT);
CREATE TABLE r (b INT);
INSERT INTO l VALUES (1), (2), (2);
INSERT INTO r VALUES (10);
-- view always: incremental
SELECT l.a, r.b FROM l LEFT JOIN r ON TRUE;
-- view never: incremental
SELECT l.a, r.b FROM l FULL JOIN r ON FALSE;
-- view one_sided: incremental
SELECT l.a, r.b FROM l LEFT JOIN r ON l.a > 1;
-- view full_always: incremental
SELECT l.a, r.b FROM l FULL JOIN r ON 1 = 1;
-- cycle
DELETE FROM r;
-- cycle
INSERT INTO r VALUES (20), (30), (NULL);
INSERT INTO l VALUES (NULL);
-- cycle
DELETE FROM l WHERE a = 2;
UPDATE r SET b = b + 1;
-- cycle
DELETE FROM l;
-- cycle
DELETE FROM r;
INSERT INTO l VALUES (5);
