select id, url, events, outside, created_at, disabled_at from webhook order by created_at, id
