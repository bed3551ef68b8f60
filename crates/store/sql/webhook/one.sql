select d.id, d.webhook, w.url, w.outside, w.secret, d.kind, d.wave, d.at, d.attempts, p.code, p.recruitment, p.study_version
from webhook_delivery d
join webhook w on w.id = d.webhook
left join participant p on p.id = d.participant
where d.id = $1
