-- Later parts in each state: not begun, begun, completed, and begun before a withdrawal.
insert into participant_wave values
  ('participant-c', 'week_1', 1790000000100, 1790000000900, 1790000000101, 1790000000105),
  ('participant-c', 'month_1', 1790000001100, 1790000001900, null, null),
  ('participant-5', 'week_1', 1790000000100, 1790000000900, 1790000000102, null),
  ('participant-r', 'week_1', 1790000000100, 1790000000900, 1790000000103, null);
