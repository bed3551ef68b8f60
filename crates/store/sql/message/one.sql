select m.participant, m.wave, m.message, m.due_at, m.reserved_until, m.sent_at, m.failed_at, m.attempts, m.last_error,
  (select min(n.due_at) from message n where n.participant = m.participant and n.wave = m.wave and n.due_at > m.due_at),
  w.opens_at, w.closes_at, w.started_at, w.completed_at, o.outcome, o.at, p.status, p.study_version, p.locale, l.account,
  (select c.ticks from consent c where c.participant = m.participant order by c.at desc limit 1), a.sealed,
  a.unsubscribed_at
from message m
join participant_wave w on w.participant = m.participant and w.wave = m.wave
left join outcome o on o.participant = m.participant and o.wave = m.wave
  and o.outcome in ('timed_out', 'failed', 'declined')
join participant p on p.id = m.participant
left join link l on l.participant = m.participant
left join address a on a.account = l.account
where m.participant = $1 and m.wave = $2 and m.message = $3
