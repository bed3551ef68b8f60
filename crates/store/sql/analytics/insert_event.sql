insert into event (id, same, name, kind, participant, distinct_id, device, session, happened_at, received_at, imported, properties,
  page)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
on conflict do nothing
