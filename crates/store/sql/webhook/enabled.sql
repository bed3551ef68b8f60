select id, url, events, created_at, disabled_at from webhook where disabled_at is null order by created_at, id
