-- A comparison that failed after one that did not, its cases, and one that a server makes.
insert into comparison values
  ('prolific', 1790000000210, null, 1, 1790000000209, '{"kind":"unreachable"}', 1790000000201, '{"parts":[]}'),
  ('another', 1790000000211, 1790000000311, 0, null, null, null, null);
insert into comparison_case values (1, 'participant-c', 'main', 'ended_there_only', 'RETURNED');
