delete from step_event where participant = $1
