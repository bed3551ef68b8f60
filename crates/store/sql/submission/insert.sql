insert into submission (id, participant, item, attempt, page, step, answers, correct, scores, verdict, evidence,
  idempotency_key, body_hash, receipt, study_version, at, measured_at, stage)
select $1, participant, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19
from progress
where participant = $2 and revision = $3
on conflict do nothing
