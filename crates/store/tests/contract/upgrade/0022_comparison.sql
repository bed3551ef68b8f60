-- A comparison that failed after one that did not, and its cases.
insert into comparison values
  ('prolific', 1790000000210, null, 1, 1790000000209, '{"kind":"unreachable"}', 1790000000201, '{"parts":[]}');
insert into comparison_case values (1, 'participant-c', 'main', 'ended_there_only', 'RETURNED');
