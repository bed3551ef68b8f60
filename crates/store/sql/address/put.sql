insert into address (account, sealed, given_at)
select id, $2, $3 from account where id = $1
on conflict (account) do update set sealed = excluded.sealed, given_at = excluded.given_at, unsubscribed_at = null
