insert into consent (participant, version, bundle_hash, locale, ticks, text_hash, at)
select id, $2, $3, $4, $5, $6, $7
from participant
where id = $1
on conflict do nothing
