select p.code, p.arm, p.form, p.slot, (select m.unit from unit_member m where m.slot = p.slot), p.stratum, p.seed, p.study_version, p.locale, p.status, p.simulated, p.created_at,
  p.exposed_at, coalesce(p.exposed_measured_at, p.exposed_at), p.completed_at,
  coalesce(p.completed_measured_at, p.completed_at), p.withdrawn_at,
  (select o.outcome from outcome o where o.participant = p.id and o.wave = 'main'), x.reason,
  (select c.ticks from consent c where c.participant = p.id order by c.at limit 1), g.page, g.at,
  coalesce(g.measured_at, g.at)
from participant p
left join progress g on g.participant = p.id
left join exclusion x on x.participant = p.id
where p.simulated <= $1 and p.kind = 'person' and p.code >= $2 and p.code <= $3
order by p.code
