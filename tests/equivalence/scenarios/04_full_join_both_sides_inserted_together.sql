-- 04 full join: both sides of a pair arrive in one refresh, and leave in one
-- tables
CREATE TABLE l (k INT, a VARCHAR);
CREATE TABLE r (k INT, b VARCHAR);
INSERT INTO l VALUES (1, 'l1'), (2, 'l2'), (NULL, 'ln');
INSERT INTO r VALUES (2, 'r2'), (3, 'r3'), (NULL, 'rn');
-- view: incremental
SELECT l.k AS lk, l.a, r.k AS rk, r.b FROM l FULL JOIN r ON l.k = r.k;
-- cycle
INSERT INTO l VALUES (4, 'l4'), (4, 'l4b');
INSERT INTO r VALUES (4, 'r4'), (5, 'r5');
-- cycle
DELETE FROM l WHERE k = 4;
DELETE FROM r WHERE k = 4;
-- cycle
UPDATE l SET k = 3 WHERE k = 1;
UPDATE r SET k = 2 WHERE k = 5;
-- cycle
DELETE FROM l;
INSERT INTO r VALUES (2, 'r2');
-- cycle
INSERT INTO l VALUES (2, NULL), (NULL, NULL);
DELETE FROM r WHERE b = 'r3';
