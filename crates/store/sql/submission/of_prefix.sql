select id, participant, item, attempt, stage, page, step, answers, correct, scores, verdict, evidence, idempotency_key,
  body_hash, study_version, at, coalesce(measured_at, at)
from submission
where participant = $1 and substr(item, 1, length($2)) = $2
order by at, id
