-- 34 `->` in the arguments of a call looks into JSON, unless the call takes a function
-- tables
CREATE TABLE event (id INT, data JSON, numbers INT[]);
INSERT INTO event VALUES (1, '{"l": [1, 2], "a": {"b": "x"}}', [1, 2]), (2, '{"a": null}', NULL);
-- view: incremental
SELECT id, json_array_length(data->'l') AS n, coalesce(data->'a'->>'b', 'none') AS b, upper(data->>'$.a.b') AS u,
    list_transform(numbers, x -> x + id) AS plus, list_filter(from_json(data->'l', '["INT"]'), y -> y > 1) AS big
FROM event;
-- cycle
INSERT INTO event VALUES (3, '{"l": [], "a": {"b": "y"}}', [3]);
-- cycle
UPDATE event SET data = '{"l": [7, 8, 9]}' WHERE id = 1;
-- cycle
DELETE FROM event WHERE id = 2;
