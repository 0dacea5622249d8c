-- 09 join on expressions of both sides
-- tables
CREATE TABLE code (raw VARCHAR, n INT);
CREATE TABLE lookup (k VARCHAR, m INT);
INSERT INTO code VALUES ('ab-1', 1), ('AB-1', 2), ('cd-2', 3), (NULL, 4);
INSERT INTO lookup VALUES ('AB', 2), ('CD', 4), ('ab', 3), (NULL, 5);
-- view: incremental
SELECT code.raw, lookup.k, code.n + lookup.m AS s
FROM code JOIN lookup ON UPPER(SUBSTRING(code.raw, 1, 2)) = UPPER(lookup.k) AND code.n + 1 >= lookup.m;
-- cycle
UPDATE code SET n = 10;
-- cycle
INSERT INTO lookup VALUES ('Cd', 11), ('Cd', 12);
UPDATE code SET raw = 'cd-9' WHERE raw IS NULL;
-- cycle
DELETE FROM code WHERE raw = 'ab-1';
DELETE FROM lookup WHERE k = 'AB';
UPDATE lookup SET m = 11 WHERE m = 12;
