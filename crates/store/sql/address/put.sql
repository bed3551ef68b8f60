insert into address (account, sealed, given_at)
select l.account, $2, $3
from participant p
join link l on l.participant = p.id
where p.id = $1 and p.status <> 'withdrawn'
  and not exists (select 1 from outcome o where o.participant = p.id and o.outcome = 'declined')
on conflict (account) do update set sealed = excluded.sealed, given_at = excluded.given_at, unsubscribed_at = null
