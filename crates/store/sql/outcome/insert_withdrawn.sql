insert into outcome (participant, wave, outcome, at)
select participant.id, waves.wave, 'withdrawn', $2
from (select 'main' as wave union select wave from participant_wave where participant = $1) waves
join participant on participant.id = $1
where true
on conflict do nothing
