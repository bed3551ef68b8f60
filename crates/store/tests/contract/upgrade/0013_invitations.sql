-- Addresses with and without a later cancellation, and messages in each state.
insert into address values
  ('account-a', cast('sealed' as BYTES), 1790000000130, 1790000000139),
  ('account-z', cast('sealed too' as BYTES), 1790000000131, null);
insert into message values
  ('participant-c', 'month_1', 'invitation', 1790000001100, null, null, null, 0, null),
  ('participant-c', 'week_1', 'invitation', 1790000000100, 1790000000700, null, null, 1, '421 "try" later'),
  ('participant-5', 'week_1', 'invitation', 1790000000100, null, 1790000000101, null, 2, null),
  ('participant-5', 'week_1', 'reminder-1', 1790000000200, null, null, 1790000000201, 5, '550 no such user');
