select p.code, s.id, s.item, s.attempt, s.stage, s.page, s.step, s.answers, s.correct, s.scores, s.evidence,
  s.study_version, s.at, coalesce(s.measured_at, s.at)
from participant p
join submission s on s.participant = p.id
where p.simulated <= $1 and p.kind = 'person' and p.code >= $2 and p.code <= $3
order by p.code, s.at, s.id
