insert into exposure (id, participant, item, file, shown_ms, idempotency_key, study_version, at, measured_at)
select $1, id, $3, $4, $5, $6, $7, $8, $9
from participant
where id = $2 and status <> 'withdrawn'
on conflict do nothing
