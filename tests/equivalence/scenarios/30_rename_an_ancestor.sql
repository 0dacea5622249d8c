-- 30 paths in a tree: an ancestor is renamed, moved, deleted
-- tables
CREATE TABLE folder (id INT, parent INT, name VARCHAR);
INSERT INTO folder VALUES (1, NULL, 'root'), (2, 1, 'a'), (3, 2, 'b'), (4, 2, 'c'), (5, 9, 'lost');
-- view: incremental
WITH RECURSIVE path AS (
    SELECT id, CAST(name AS VARCHAR) AS path FROM folder WHERE parent IS NULL
    UNION ALL
    SELECT f.id, CONCAT(p.path, '/', f.name) AS path FROM path p JOIN folder f ON f.parent = p.id
)
SELECT id, path FROM path;
-- cycle
UPDATE folder SET name = 'A' WHERE id = 2;
-- cycle
INSERT INTO folder VALUES (9, 1, 'found');
UPDATE folder SET parent = 9 WHERE id = 3;
-- cycle
DELETE FROM folder WHERE id = 2;
-- cycle
UPDATE folder SET parent = NULL WHERE id IN (4, 9);
-- cycle
DELETE FROM folder WHERE parent IS NULL;
