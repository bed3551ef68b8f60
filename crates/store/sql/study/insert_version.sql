insert into study_version (hash, bundle, activated_at) values ($1, $2, $3)
on conflict do nothing
