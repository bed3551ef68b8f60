-- A row in every table of schema 1, with every column filled, for both engines (BYTES is the type of byte strings).
-- r completed and withdrew then, w withdrew before completion, e likewise without a time, c completed.
insert into account values
  ('account-a', 'Heron', 'heron', '$argon2id$', 'participant', 'Ada', 'Løve', 1790000000001),
  ('account-z', 'Admin', 'admin', '$argon2id$', 'admin', null, null, 1790000000000);
insert into study_version values ('bundle-1', '{"file":{}}', 1790000000000);
insert into allocation values
  (1, '', 1, 'treatment_0', 'x', 'confirmed', 1790000000001),
  (2, 'phone', 1, 'control_0', 'y', 'free', null),
  (3, '', 1, 'control_0', 'y', 'withdrawn', 1790000000001),
  (4, '', 1, 'treatment_1', 'x', 'confirmed', 1790000000001),
  (5, '', 1, 'control_0', 'x', 'free', null);
insert into participant values
  ('participant-a', 'CODE-a', 1, 'treatment_0', 'x', '', -9007199254740993, 'bundle-1', 'en', 'active', 0,
   '{"PROLIFIC_PID":"a"}', 1790000000001, 1790000000005, null, null),
  ('participant-r', 'CODE-r', null, 'control_0', 'y', 'phone', 7, 'bundle-1', 'de', 'withdrawn', 1, null, 1790000000001, null,
   1790000000008, 1790000000009),
  ('participant-w', 'CODE-w', 3, 'control_0', 'y', '', 8, 'bundle-1', 'en', 'withdrawn', 0, null, 1790000000001,
   1790000000006, null, 1790000000011),
  ('participant-e', 'CODE-e', null, null, null, '', 9, 'bundle-1', 'en', 'withdrawn', 0, null, 1790000000012, null, null,
   null),
  ('participant-c', 'CODE-c', 4, 'treatment_1', 'x', '', 10, 'bundle-1', 'en', 'completed', 0, null, 1790000000001,
   1790000000005, 1790000000013, null);
insert into link values ('participant-a', 'account-a');
insert into recruited values (cast('a keyed hash' as BYTES));
insert into progress values ('participant-a', 3, 1, '/home', '{"done":1}', 1790000000004);
insert into submission values
  ('submission-1', 'participant-a', 'pre/you', 1, '/pre-questionnaire', 0, '{"age":30,"words":"ü ''x''"}', 1,
   '{"score":0.5}', '{"correct":true}', '{"submit":1200.5}', '5c0a', cast('a digest of a body, of 32 bytes.' as BYTES), '{"receipt":"first"}',
   'bundle-1', 1790000000003);
insert into step_event values ('participant-a', 0, '/pre-questionnaire', 1790000000002);
insert into consent values ('participant-a', '2', 'bundle-1', 'en', '{"take_part":true}', 'abc', 1790000000001);
insert into session values
  ('family-a', 'account-a', cast('access' as BYTES), 1790000900000, cast('refresh' as BYTES), cast('before' as BYTES), 2,
   1790000000002, 1, 1790090000000, 1799000000000, 1790000000001, null, null),
  ('family-b', 'account-a', cast('access-b' as BYTES), 1790000900000, cast('refresh-b' as BYTES), null, 0,
   1790000000002, 0, 1790090000000, 1799000000000, 1790000000001, 1790000000003, 'reuse');
insert into spent_refresh values (cast('spent' as BYTES), 'family-a');
insert into throttle values ('a key', 3, 1790000000007, 1790000000006);
insert into withdrawal values ('receipt-1', 'keep', 'participant-r', 'control_0', 0, 0, 1, 1790000000009);
insert into audit values (1, 1790000000000, 'operator', 'activate study version', '{}', cast('' as BYTES), cast('h' as BYTES));
insert into meta values ('allocation_commitment', 'commitment');
insert into meta values ('study.unblinding', '{"at":1790000000009,"actor":"admin","reason":"the data are complete"}');
