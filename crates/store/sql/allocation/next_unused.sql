with nearest as (
  select number from allocation
  where stratum = $1 and state = 'free' and number > 0 and claimed_at is null
    and arm <> coalesce($2, '') and arm <> coalesce($3, '') and arm <> coalesce($4, '')
  order by number limit $5
)
select number from nearest
order by number limit 1 offset coalesce($6 % nullif((select count(*) from nearest), 0), 0)
