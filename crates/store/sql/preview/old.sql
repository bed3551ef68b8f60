select p.id, l.account from participant p
left join link l on l.participant = p.id
where p.kind = 'preview' and p.created_at < $1
