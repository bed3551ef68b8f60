insert into profile (kind, id, proven, participant, revision, properties, changed_at)
values ($1, $2, $3, $4, 1, $5, $6) on conflict do nothing
