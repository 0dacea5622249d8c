-- 34 timestamps with zone, intervals, times, UUIDs, blobs, enums of text and maps
-- tables
CREATE TABLE t (id INTEGER, ts TIMESTAMPTZ, tm TIME, u UUID, b BLOB, m MAP(VARCHAR, INTEGER), iv INTERVAL);
INSERT INTO t VALUES (1, TIMESTAMPTZ '2024-01-01 00:00:00+00', TIME '10:00:00', '00000000-0000-0000-0000-000000000001', '\x01\x02'::BLOB, MAP {'a': 1}, INTERVAL 1 DAY), (2, NULL, NULL, NULL, NULL, NULL, NULL);
-- view: incremental
SELECT id, ts, tm, u, b, m, m['a'] AS a, iv, ts + iv AS later FROM t;
-- cycle
INSERT INTO t VALUES (1, TIMESTAMPTZ '2024-01-01 00:00:00+00', TIME '10:00:00', '00000000-0000-0000-0000-000000000001', '\x01\x02'::BLOB, MAP {'a': 1}, INTERVAL 1 DAY);
-- cycle
UPDATE t SET m = MAP {'a': 2, 'b': 3}, iv = INTERVAL 36 HOUR WHERE id = 1;
-- cycle
UPDATE t SET ts = TIMESTAMPTZ '2030-06-01 12:00:00+02', b = '\x00'::BLOB WHERE id = 2;
DELETE FROM t WHERE id = 1;
