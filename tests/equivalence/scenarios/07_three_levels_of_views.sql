-- 07 views on views on views: a change runs through all of them in one refresh
-- tables
CREATE TABLE event (day INT, month INT, amount DECIMAL(9, 2));
INSERT INTO event VALUES (1, 1, 1.50), (1, 1, 2.50), (2, 1, 4.00), (32, 2, NULL), (33, 2, 0.10);
-- view daily: incremental
SELECT month, day, SUM(amount) AS amount, COUNT(*) AS events FROM event GROUP BY month, day;
-- view monthly: incremental
SELECT month, SUM(amount) AS amount, SUM(events) AS events, MAX(amount) AS best_day FROM daily GROUP BY month;
-- view good_months: incremental
SELECT m.month, m.amount, d.day FROM monthly m JOIN daily d ON d.month = m.month AND d.amount = m.best_day WHERE m.amount > 1;
-- cycle
INSERT INTO event VALUES (33, 2, 5.00), (2, 1, 1.00), (60, 3, 2.00);
-- cycle
DELETE FROM event WHERE amount = 5.00 OR day = 60;
-- cycle
UPDATE event SET amount = amount + 3;
UPDATE event SET day = 3 WHERE day = 1;
-- cycle: unchanged
BEGIN;
INSERT INTO event VALUES (3, 1, 7.00);
DELETE FROM event WHERE day = 3 AND amount = 7.00;
COMMIT;
-- cycle
DELETE FROM event;
