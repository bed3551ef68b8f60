with nearest as (
  select number, arm from allocation
  where stratum = $1 and state = 'free' and number > 0 and claimed_at is null
    and replace($2, ',' || arm || ',', '') = $2
  order by number limit $3
)
select number from nearest
where arm = (
  select arm from nearest
  order by number limit 1 offset coalesce($4 % nullif((select count(*) from nearest), 0), 0)
)
order by number limit 1
