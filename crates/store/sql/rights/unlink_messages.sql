delete from message
