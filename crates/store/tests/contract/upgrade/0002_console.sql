-- A preview, an exclusion, and each kind of flag there was.
insert into participant (id, code, seed, study_version, locale, status, simulated, created_at, kind) values
  ('participant-2', 'CODE-2', 2, 'bundle-1', 'en', 'active', 0, 1790000000020, 'preview');
insert into exclusion values ('participant-a', 'said that they were ''asleep''', 'Admin', 1790000000020);
insert into flag values
  ('participant-a', 'too_fast', 'pre/you', 1790000000020),
  ('participant-a', 'straight_lining', 'pre/you', 1790000000021),
  ('participant-a', 'failed_attention', 'pre/you', 1790000000022),
  ('participant-c', 'media_failed', 'flow-a/q1', 1790000000023);
