-- 34 names written in other cases than they were made in
-- tables
CREATE TABLE Item (Id INT, UnitPrice INT);
CREATE TABLE Sale (ITEM_ID INT, qty INT);
INSERT INTO Item VALUES (1, 10), (2, 20);
INSERT INTO Sale VALUES (1, 3), (2, 1), (2, NULL);
-- view: incremental
SELECT I.ID, SUM(s.QTY * i.unitprice) AS Total, COUNT(*) AS "Count" FROM ITEM i JOIN sale S ON S.item_id = I.id GROUP BY i.iD;
-- cycle
INSERT INTO SALE VALUES (1, 1), (3, 1);
UPDATE item SET UNITPRICE = 21 WHERE ID = 2;
-- cycle
DELETE FROM Sale WHERE QTY = 3;
INSERT INTO item VALUES (3, NULL);
-- cycle
UPDATE item SET id = 1;
