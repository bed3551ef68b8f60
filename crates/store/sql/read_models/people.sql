select p.id, p.code, p.arm, p.stratum, p.status, p.simulated, p.locale, p.study_version, p.created_at, p.exposed_at,
  coalesce(p.exposed_measured_at, p.exposed_at), p.completed_at, coalesce(p.completed_measured_at, p.completed_at),
  p.withdrawn_at, g.step, g.page, g.at, coalesce(g.measured_at, g.at), x.reason, x.at,
  (select count(*) from consent c where c.participant = p.id),
  (select o.outcome from outcome o where o.participant = p.id and o.wave = 'main')
from participant p
left join progress g on g.participant = p.id
left join exclusion x on x.participant = p.id
where p.kind = 'person'
order by p.created_at desc, p.code
