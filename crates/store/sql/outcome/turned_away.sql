select 1
from outcome
where participant = $1 and wave = 'main' and outcome in ('screened_out', 'quota_full', 'timed_out', 'failed')
