select id, name, kind, participant, distinct_id, happened_at, received_at, imported, properties from event
where id > $1 order by id limit 500
