-- 14 DISTINCT over a join whose key is not projected: a row stays while any match stays
-- tables
CREATE TABLE author (id INT, name VARCHAR);
CREATE TABLE book (author INT, year INT);
INSERT INTO author VALUES (1, 'ann'), (2, 'ann'), (3, 'bob'), (4, NULL);
INSERT INTO book VALUES (1, 2000), (1, 2001), (2, 2000), (3, 1999), (4, 2000);
-- view: incremental
SELECT DISTINCT a.name FROM author a JOIN book b ON b.author = a.id WHERE b.year >= 2000;
-- cycle: unchanged
DELETE FROM book WHERE author = 1;
-- cycle
DELETE FROM author WHERE id = 2;
-- cycle
UPDATE book SET year = 2005 WHERE author = 3;
INSERT INTO book VALUES (1, 2010), (1, 2011);
DELETE FROM author WHERE id = 4;
-- cycle
UPDATE author SET name = 'ann' WHERE id = 3;
DELETE FROM book WHERE author = 1;
-- cycle
DELETE FROM book;
