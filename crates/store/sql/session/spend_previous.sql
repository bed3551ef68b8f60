insert into spent_refresh (hash, family)
select previous_refresh_hash, family
from session
where family = $1 and generation = $2 and previous_refresh_hash is not null
on conflict do nothing
