select s.family, s.generation, s.successor_used, s.account, a.role, a.username,
  p.id, p.code, p.slot, p.arm, p.form, p.stratum, p.seed, p.study_version, p.locale, p.status, p.simulated,
  p.recruitment, p.created_at, p.exposed_at, coalesce(p.exposed_measured_at, p.exposed_at), p.completed_at,
  coalesce(p.completed_measured_at, p.completed_at),
  g.revision, g.step, g.page, g.memory, g.at,
  (select c.version from consent c where c.participant = p.id order by c.at desc limit 1),
  (select o.outcome from outcome o where o.participant = p.id and o.wave = 'main')
from session s
join account a on a.id = s.account
left join link l on l.account = s.account
left join participant p on p.id = l.participant
left join progress g on g.participant = p.id
where s.access_hash = $1 and s.access_until > $2 and s.idle_until > $2 and s.ends_at > $2 and s.revoked_at is null
