select number from allocation
where stratum = $1 and state = 'free' and number > 0
  and arm <> coalesce($2, '') and arm <> coalesce($3, '') and arm <> coalesce($4, '')
order by number limit 1 offset $5
