select id, url, events, outside, created_at, disabled_at from webhook where disabled_at is null order by created_at, id
