-- Researchers use the console with accounts of their own, beside the one administrator.
alter table account add column researcher integer not null default 0 check (researcher in (0, 1));
