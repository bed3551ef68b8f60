-- The two kinds of flags it brought.
insert into flag values
  ('participant-5', 'answered_unseen', 'flow-a/q1', 1790000000070),
  ('participant-5', 'answered_unchecked', 'flow-b/p1', 1790000000071);
