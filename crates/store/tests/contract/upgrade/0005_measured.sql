-- Times of a clock that went back: those measured differ from those in order.
insert into participant (id, code, arm, form, seed, study_version, locale, status, simulated, created_at, exposed_at,
  completed_at, exposed_measured_at, completed_measured_at) values
  ('participant-5', 'CODE-5', 'control_0', 'x', 5, 'bundle-1', 'en', 'completed', 0, 1790000000050, 1790000000055,
   1790000000058, 1790000000053, 1790000000056);
insert into progress values ('participant-5', 4, 2, '/end', '{}', 1790000000058, 1790000000056);
insert into submission (id, participant, item, attempt, page, step, answers, correct, scores, verdict, evidence,
  idempotency_key, body_hash, receipt, study_version, at, measured_at) values
  ('submission-5', 'participant-5', 'flow-a/q1', 2, '/flow-a/question/q1', 1, '{"judgement":"altered"}', 0, '{}', null, null,
   null, cast('another digest' as BYTES), '{"receipt":"second"}', 'bundle-1', 1790000000055, 1790000000053);
insert into step_event values ('participant-5', 1, '/flow-a/start', 1790000000055, 1790000000053);
