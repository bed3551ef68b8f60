-- Runs of `unmask bonus`. Each is recorded before its file is published.
create table bonus_run (
  number integer not null primary key,
  at integer not null,
  currency text not null,
  parameter text not null,
  sha256 text not null
) strict;

-- Who was listed, once: the keyed hash of the recruitment ID stays after an erasure, and leads to nobody.
create table bonus (
  person blob not null primary key,
  run integer not null references bonus_run (number),
  participant text references participant (id),
  cents integer not null
) strict;
create index bonus_participant on bonus (participant);
