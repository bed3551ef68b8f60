select s.id, s.participant, s.item, s.attempt, s.stage, s.page, s.step, s.answers, s.correct, s.scores, s.idempotency_key, s.at
from participant p
join link k on k.participant = p.id
join account a on a.id = k.account
join submission s on s.participant = p.id
where p.simulated = 1 and a.username_key like $1
order by s.at, s.id
