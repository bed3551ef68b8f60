select id, name, kind, participant, distinct_id, happened_at, received_at, imported, properties from event
where participant = $1 order by happened_at, id
