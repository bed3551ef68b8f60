update participant_wave set started_at = $3 where participant = $1 and wave = $2 and started_at is null
