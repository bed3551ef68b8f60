select id, url, events, created_at, disabled_at from webhook order by created_at, id
