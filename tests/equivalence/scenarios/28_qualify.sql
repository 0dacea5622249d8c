-- 28 QUALIFY: the latest row of each key; the latest goes, and an older one is back
-- tables
CREATE TABLE change_ (k INT, seq INT, val VARCHAR);
INSERT INTO change_ VALUES (1, 1, 'a'), (1, 2, 'b'), (2, 1, NULL), (NULL, 1, 'n');
-- view: incremental
SELECT k, val FROM change_ WHERE seq < 100 QUALIFY ROW_NUMBER() OVER (PARTITION BY k ORDER BY seq DESC) = 1;
-- cycle
INSERT INTO change_ VALUES (1, 3, 'c'), (2, 2, 'd'), (3, 200, 'late');
-- cycle
DELETE FROM change_ WHERE seq = 3;
UPDATE change_ SET seq = 5 WHERE seq = 200;
-- cycle
UPDATE change_ SET k = 1 WHERE k = 3;
DELETE FROM change_ WHERE k IS NULL;
-- cycle
UPDATE change_ SET seq = 500 WHERE seq > 1;
