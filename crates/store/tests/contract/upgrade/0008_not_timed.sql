-- The kind of flag it brought.
insert into flag values ('participant-5', 'not_timed', 'post/views', 1790000000080);
