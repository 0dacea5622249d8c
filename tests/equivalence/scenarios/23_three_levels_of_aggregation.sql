-- 23 aggregates over aggregates over aggregates
-- tables
CREATE TABLE hit (site INT, page INT, visitor INT, ms INT);
INSERT INTO hit VALUES (1, 1, 1, 10), (1, 1, 1, 20), (1, 2, 1, 5), (1, 1, 2, NULL), (2, 1, 1, 7), (NULL, 1, 1, 1);
-- view: incremental
SELECT pages, COUNT(*) AS sites, MAX(slowest) AS slowest, SUM(total) AS total
FROM (
    SELECT site, COUNT(*) AS pages, MAX(ms) AS slowest, SUM(ms) AS total
    FROM (SELECT site, page, SUM(ms) AS ms, COUNT(DISTINCT visitor) AS visitors FROM hit GROUP BY site, page) AS per_page
    WHERE visitors > 0 GROUP BY site
) AS per_site GROUP BY pages;
-- cycle
INSERT INTO hit VALUES (2, 2, 1, 100), (3, 9, 9, 9), (3, 9, NULL, 9);
-- cycle
DELETE FROM hit WHERE page = 2;
-- cycle
UPDATE hit SET page = page + site WHERE site IS NOT NULL AND visitor = 1;
-- cycle
UPDATE hit SET visitor = NULL WHERE site = 1;
DELETE FROM hit WHERE site = 2;
