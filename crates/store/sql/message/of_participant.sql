select wave, message, due_at, sent_at, failed_at from message where participant = $1 order by due_at, wave
