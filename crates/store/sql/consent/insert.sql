insert into consent (participant, version, bundle_hash, locale, ticks, text_hash, at)
values ($1, $2, $3, $4, $5, $6, $7)
on conflict do nothing
