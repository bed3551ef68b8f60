-- The two outcomes it brought.
insert into outcome values
  ('participant-2', 'main', 'timed_out', 1790000000160),
  ('participant-c', 'month_1', 'failed', 1790000000161);
