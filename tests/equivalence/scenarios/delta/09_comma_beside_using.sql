-- 09 a comma binds like JOIN: USING sees all tables before it, and takes the first with the column
-- tables
CREATE TABLE a (k INT, x STRING);
CREATE TABLE b (k INT, y STRING);
CREATE TABLE c (k INT);
INSERT INTO a VALUES (1, 'a1'), (2, 'a2'), (NULL, 'an');
INSERT INTO b VALUES (1, 'b1'), (3, 'b3');
INSERT INTO c VALUES (1), (2), (2);
-- view: incremental
SELECT a.k AS ak, a.x, b.k AS bk, b.y FROM a, b JOIN c USING (k);
-- cycle: unchanged
INSERT INTO c VALUES (3);
-- cycle
UPDATE a SET k = 3 WHERE k IS NULL;
DELETE FROM c WHERE k = 1;
-- cycle
INSERT INTO b VALUES (2, NULL);
DELETE FROM a WHERE x = 'a2';
