-- A participant with a slot under its new name.
insert into participant (id, code, slot, arm, form, seed, study_version, locale, status, simulated, created_at) values
  ('participant-6', 'CODE-6', 5, 'control_0', 'x', 6, 'bundle-1', 'en', 'active', 0, 1790000000060);
update allocation set state = 'reserved', claimed_at = 1790000000060 where number = 5;
