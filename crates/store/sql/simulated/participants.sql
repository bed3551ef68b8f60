select p.id, a.username, p.code, p.slot, p.arm, p.form, p.seed, p.status, p.exposed_at, p.completed_at,
  g.step, g.page, g.memory, (select count(*) from consent c where c.participant = p.id),
  (select c.ticks from consent c where c.participant = p.id order by c.at limit 1)
from participant p
join link k on k.participant = p.id
join account a on a.id = k.account
join progress g on g.participant = p.id
where p.simulated = 1 and a.username_key like $1
order by a.username_key
