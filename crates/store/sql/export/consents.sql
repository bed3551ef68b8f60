select p.code, c.version, c.bundle_hash, c.locale, c.ticks, c.text_hash, c.at
from participant p
join consent c on c.participant = p.id
where p.simulated <= $1 and p.kind = 'person'
order by p.code, c.at, c.version
