-- 01 join: R = {1}, S = {1}, delete both; the joined row must not stay for ever
-- tables
CREATE TABLE r (x INT);
CREATE TABLE s (x INT);
INSERT INTO r VALUES (1);
INSERT INTO s VALUES (1);
-- view: incremental
SELECT r.x AS rx, s.x AS sx FROM r JOIN s ON r.x = s.x;
-- cycle
DELETE FROM r;
DELETE FROM s;
-- cycle
INSERT INTO r VALUES (1), (1), (2);
INSERT INTO s VALUES (1), (2), (2);
-- cycle
DELETE FROM r WHERE x = 1;
DELETE FROM s WHERE x = 1;
-- cycle
BEGIN;
DELETE FROM r;
DELETE FROM s;
COMMIT;
