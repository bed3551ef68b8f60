-- A run, and a person in it.
insert into bonus_run values (1, 1790000000200, 'GBP', 'PROLIFIC_PID', 'a hash of its file');
insert into bonus values (cast('a keyed hash of a person' as BYTES), 1, 'participant-a', 125);
