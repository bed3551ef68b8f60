-- The outcome it brought.
insert into outcome values ('participant-5', 'week_1', 'declined', 1790000000180);
