delete from participant_wave where participant = $1
