-- Outcomes of later participants, and quotas they belong to.
insert into participant (id, code, seed, study_version, locale, status, simulated, created_at) values
  ('participant-s', 'CODE-s', 11, 'bundle-1', 'en', 'active', 0, 1790000000110),
  ('participant-q', 'CODE-q', 12, 'bundle-1', 'en', 'active', 0, 1790000000110);
insert into outcome values
  ('participant-s', 'main', 'screened_out', 1790000000111),
  ('participant-q', 'main', 'quota_full', 1790000000112),
  ('participant-6', 'main', 'completed', 1790000000113),
  ('participant-6', 'week_1', 'withdrawn', 1790000000114);
insert into quota_member values ('participant-6', 'women');
