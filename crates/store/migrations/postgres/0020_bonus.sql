-- Runs of `unmask bonus`. Each is recorded before its file is published.
create table bonus_run (
  number bigint not null primary key,
  at bigint not null,
  currency text not null,
  parameter text not null,
  sha256 text not null
);

-- Who was listed, once: the keyed hash of the recruitment ID stays after an erasure, and leads to nobody.
create table bonus (
  person bytea not null primary key,
  run bigint not null references bonus_run (number),
  participant text references participant (id),
  cents bigint not null
);
create index bonus_participant on bonus (participant);
