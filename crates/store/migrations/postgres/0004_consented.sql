-- Erased participants may have withdrawn before consent: until now, all of them were counted as having consented.
alter table withdrawal add column consented bigint not null default 1 check (consented in (0, 1));
