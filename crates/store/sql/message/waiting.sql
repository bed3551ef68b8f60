select m.participant, m.wave, m.message
from message m
join participant_wave w on w.participant = m.participant and w.wave = m.wave
join participant p on p.id = m.participant
join link l on l.participant = m.participant
join address a on a.account = l.account
where m.due_at <= $1 and m.sent_at is null and m.failed_at is null and (m.reserved_until is null or m.reserved_until <= $1)
  and w.closes_at > $1 and w.started_at is null and w.completed_at is null
  and p.simulated = 0 and p.kind = 'person' and a.unsubscribed_at is null
order by m.due_at, m.participant
