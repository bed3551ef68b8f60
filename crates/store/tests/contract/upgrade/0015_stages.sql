-- Before and after advice.
insert into submission (id, participant, item, attempt, stage, page, step, answers, correct, scores, verdict, evidence,
  idempotency_key, body_hash, receipt, study_version, at, measured_at) values
  ('submission-15', 'participant-6', 'post/look', 1, 'initial', '/post-questionnaire', 3, '{"look":"real"}', null, '{}', null,
   null, '15-a', cast('digest of the first' as BYTES), '{"receipt":"third"}', 'bundle-1', 1790000000150, 1790000000150),
  ('submission-16', 'participant-6', 'post/look', 1, 'final', '/post-questionnaire', 3, '{"look":"altered"}', 1, '{}', null,
   null, '15-b', cast('digest of the second' as BYTES), '{"receipt":"fourth"}', 'bundle-1', 1790000000151, 1790000000151);
