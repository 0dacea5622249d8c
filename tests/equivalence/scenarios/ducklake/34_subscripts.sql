-- 34 subscripts of lists and texts stay as written when the expression around them moves
-- tables
CREATE TABLE u (n VARCHAR, l INTEGER[]);
INSERT INTO u VALUES ('abc', [7, 8]), ('xyz', [1]), (NULL, NULL);
-- view: incremental
SELECT first_letter, piece[1] AS p1, l[i] AS li, l[-1] AS last, (l || [1])[2] AS second, l[1:2] AS slice FROM (SELECT upper(n)[1] AS first_letter, upper(n) AS piece, l, 1 AS i FROM u) AS inner_query;
-- cycle
INSERT INTO u VALUES ('qq', [4, 5, 6]);
-- cycle
UPDATE u SET l = [9, 9] WHERE n = 'abc';
-- cycle
DELETE FROM u WHERE n = 'xyz' OR n IS NULL;
