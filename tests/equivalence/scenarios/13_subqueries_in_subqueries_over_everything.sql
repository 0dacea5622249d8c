-- 13 a semi join over a window over an aggregate over an outer join, the set a difference
-- tables
CREATE TABLE c (id INT, region VARCHAR);
CREATE TABLE o (c INT, amount INT);
CREATE TABLE blocked (c INT);
INSERT INTO c VALUES (1, 'n'), (2, 'n'), (3, 's'), (4, NULL);
INSERT INTO o VALUES (1, 5), (1, 6), (2, 20), (3, 1);
INSERT INTO blocked VALUES (3);
-- view: incremental
SELECT c.region, COUNT(*) AS n FROM c
WHERE c.id IN (
    SELECT r.id FROM (
        SELECT s.id, s.total, RANK() OVER (PARTITION BY s.region ORDER BY s.total DESC, s.id) AS place
        FROM (SELECT c.id, c.region, COALESCE(SUM(o.amount), 0) AS total FROM c LEFT JOIN o ON o.c = c.id GROUP BY c.id, c.region) s
    ) r WHERE r.place = 1
    EXCEPT SELECT b.c FROM blocked b WHERE EXISTS (SELECT 1 FROM o WHERE o.c = b.c)
)
GROUP BY c.region;
-- cycle
DELETE FROM o WHERE c = 3;
-- cycle
INSERT INTO blocked VALUES (2), (4);
-- cycle
INSERT INTO o VALUES (1, 100), (4, 1);
-- cycle
DELETE FROM blocked;
UPDATE c SET region = 's' WHERE id = 2;
