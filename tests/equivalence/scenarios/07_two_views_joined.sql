-- 07 join of two upstream views over a shared table, which changes under both
-- tables
CREATE TABLE movement (account INT, amount INT);
CREATE TABLE fee (account INT, fee INT);
INSERT INTO movement VALUES (1, 100), (1, -30), (2, 50), (3, NULL);
INSERT INTO fee VALUES (1, 2), (2, 1), (2, 1);
-- view balance: incremental
SELECT account, SUM(amount) AS balance FROM movement GROUP BY account;
-- view charged: incremental
SELECT f.account, SUM(f.fee) AS fees, COUNT(*) AS pairs FROM fee f JOIN movement m ON m.account = f.account GROUP BY f.account;
-- view net: incremental
SELECT b.account, b.balance - c.fees AS net, c.pairs FROM balance b JOIN charged c ON b.account = c.account;
-- cycle
INSERT INTO movement VALUES (1, 5), (3, 10);
INSERT INTO fee VALUES (3, 4);
-- cycle
DELETE FROM movement WHERE amount < 0;
UPDATE fee SET fee = fee + 1 WHERE account = 2;
-- cycle
UPDATE movement SET account = 2 WHERE account = 1 AND amount = 5;
DELETE FROM fee WHERE account = 3;
-- cycle
DELETE FROM movement;
INSERT INTO movement VALUES (2, 1);
