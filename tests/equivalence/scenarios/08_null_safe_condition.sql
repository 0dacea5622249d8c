-- 08 join: IS NOT DISTINCT FROM lets NULL meet NULL
-- tables
CREATE TABLE l (k INT, a VARCHAR);
CREATE TABLE r (k INT, b VARCHAR);
INSERT INTO l VALUES (NULL, 'l0'), (NULL, 'l0'), (1, 'l1');
INSERT INTO r VALUES (NULL, 'r0'), (1, 'r1');
-- view: incremental
SELECT l.k, a, b FROM l JOIN r ON l.k IS NOT DISTINCT FROM r.k;
-- cycle
INSERT INTO l VALUES (NULL, 'l2');
INSERT INTO r VALUES (NULL, 'r2'), (2, 'r3');
-- cycle
UPDATE l SET k = NULL WHERE k = 1;
DELETE FROM r WHERE k IS NULL AND b = 'r0';
-- cycle
DELETE FROM l WHERE a = 'l0';
UPDATE r SET k = NULL;
-- cycle
DELETE FROM l WHERE k IS NULL;
DELETE FROM r WHERE k IS NULL;
INSERT INTO l VALUES (2, 'l3'), (NULL, 'l4');
INSERT INTO r VALUES (NULL, 'r4');
