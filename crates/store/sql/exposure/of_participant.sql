select id, participant, item, file, shown_ms, idempotency_key, study_version, at, measured_at
from exposure
where participant = $1
order by at, id
