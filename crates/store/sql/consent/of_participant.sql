select participant, version, bundle_hash, locale, ticks, text_hash, at
from consent
where participant = $1
order by at
