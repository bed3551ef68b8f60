-- A judgement before and one after advice are two submissions of an item.
create table submission_by_stage (
  id text not null primary key,
  participant text not null references participant (id),
  item text not null,
  attempt integer not null,
  stage text not null check (stage in ('only', 'initial', 'final')),
  page text not null,
  step integer not null,
  answers text not null,
  correct integer check (correct in (0, 1)),
  scores text not null,
  verdict text,
  evidence text,
  idempotency_key text,
  body_hash blob not null,
  receipt text not null,
  study_version text not null,
  at integer not null,
  measured_at integer,
  unique (participant, item, attempt, stage),
  unique (participant, idempotency_key)
) strict;
insert into submission_by_stage select id, participant, item, attempt, 'only', page, step, answers, correct, scores, verdict,
  evidence, idempotency_key, body_hash, receipt, study_version, at, measured_at from submission;
drop table submission;
alter table submission_by_stage rename to submission;
