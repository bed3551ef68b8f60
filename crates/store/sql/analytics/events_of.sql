select id, name, kind, participant, distinct_id, happened_at, received_at, imported, properties from (
  select id, name, kind, participant, distinct_id, happened_at, received_at, imported, properties,
    row_number() over earlier as nth, sum(octet_length(properties)) over earlier as bytes
  from event
  where participant = $1
  window earlier as (order by happened_at, id rows unbounded preceding)
) as own
where nth <= $2 and bytes <= $3
order by happened_at, id
