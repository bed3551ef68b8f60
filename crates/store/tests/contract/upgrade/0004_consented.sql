-- Erased before and after consent.
insert into withdrawal (receipt, mode, participant, arm, exposed, completed, simulated, at, consented) values
  ('receipt-4', 'erase', null, null, 0, 0, 0, 1790000000040, 0),
  ('receipt-5', 'erase', null, 'control_0', 1, 0, 0, 1790000000041, 1);
