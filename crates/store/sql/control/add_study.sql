insert into study (id, title, folder, media_url, host, created_at)
values ($1, $2, $3, $4, $5, $6)
on conflict do nothing
