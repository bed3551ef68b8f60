select number from allocation
where stratum = $1 and state = 'free' and number > 0 and claimed_at is not null
  and replace($2, ',' || arm || ',', '') = $2
order by number limit 1 offset $3
