update participant_wave set completed_at = $3 where participant = $1 and wave = $2 and completed_at is null
