delete from event
