-- 08 join: NULL keys on either and both sides never match
-- tables
CREATE TABLE l (k INT, a VARCHAR);
CREATE TABLE r (k INT, b VARCHAR);
INSERT INTO l VALUES (NULL, 'l0'), (1, 'l1'), (2, NULL);
INSERT INTO r VALUES (NULL, 'r0'), (1, NULL), (3, 'r3');
-- view: incremental
SELECT l.k AS lk, r.k AS rk, a, b FROM l JOIN r ON l.k = r.k;
-- cycle: unchanged
INSERT INTO l VALUES (NULL, 'l00');
INSERT INTO r VALUES (NULL, 'r00');
-- cycle
UPDATE l SET k = 3 WHERE k IS NULL;
UPDATE r SET k = 2 WHERE k IS NULL;
-- cycle
UPDATE l SET k = NULL WHERE a = 'l0';
UPDATE r SET k = NULL WHERE k = 1;
-- cycle
DELETE FROM l WHERE k IS NULL;
DELETE FROM r WHERE b IS NULL OR b = 'r0';
