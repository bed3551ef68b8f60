select wave, opens_at, closes_at, started_at, completed_at from participant_wave where participant = $1 order by opens_at, wave
