select d.id, d.webhook, w.url, d.kind, d.wave, d.at, d.attempts, d.next_at, d.delivered_at, d.failed_at, d.last_status,
  d.last_error, p.code, p.study_version
from webhook_delivery d
join webhook w on w.id = d.webhook
left join participant p on p.id = d.participant
where (d.next_at is not null or d.delivered_at is not null or d.failed_at is not null)
  and (cast($1 as bigint) = 0 or d.last_error is not null)
order by d.at desc, d.number desc, d.id
limit $2
