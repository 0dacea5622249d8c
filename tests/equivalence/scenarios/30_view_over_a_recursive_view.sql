-- 30 a view over a recursive view, and a recursion over a view
-- tables
CREATE TABLE person (id INT, boss INT, pay INT);
INSERT INTO person VALUES (1, NULL, 100), (2, 1, 50), (3, 1, 60), (4, 2, 10);
-- view paid: incremental
SELECT id, boss, SUM(pay) AS pay FROM person GROUP BY id, boss;
-- view below: incremental
WITH RECURSIVE r(top, id, depth) AS (
    SELECT id, id, 0 FROM paid
    UNION ALL
    SELECT r.top, p.id, r.depth + 1 FROM r JOIN paid p ON p.boss = r.id WHERE r.depth < 10
)
SELECT top, id, depth FROM r;
-- view cost: incremental
SELECT b.top, SUM(p.pay) AS cost, MAX(b.depth) AS depth FROM below b JOIN paid p ON p.id = b.id GROUP BY b.top;
-- cycle
INSERT INTO person VALUES (5, 4, 7);
-- cycle: below unchanged
UPDATE person SET pay = pay + 1 WHERE id = 4;
-- cycle
UPDATE person SET boss = 3 WHERE id = 2;
-- cycle
DELETE FROM person WHERE id = 2;
