-- 33 `price * (1 - discount)` keeps its parentheses, and so do all the others
-- tables
CREATE TABLE t (id INT, price INT, discount INT, tax INT);
INSERT INTO t VALUES (1, 10, 3, 2), (2, 20, 5, NULL), (3, 7, 0, 1);
-- view: incremental
SELECT id, price * (1 - discount) AS a, price - (discount - tax) AS b, (price - discount) - tax AS c, -(price + tax) AS d, price - -discount AS e,
       (price + discount) * (tax + 1) AS f, price % (discount + 1) * tax AS g
FROM t;
-- cycle
UPDATE t SET discount = discount + 1;
-- cycle
INSERT INTO t VALUES (4, -1, -2, -3), (4, -1, -2, -3);
DELETE FROM t WHERE id = 1;
-- cycle
UPDATE t SET tax = 5, price = NULL WHERE id = 2;
