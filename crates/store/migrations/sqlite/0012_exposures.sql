-- What a participant has been shown, and when it was first visible: at most one row for each medium of an item, and for
-- each post without a medium (then without a file). Rows are added and never changed; erasure deletes them with the
-- participant. Earlier exposures are in `submission.evidence`.
create table exposure (
  id text not null primary key,
  participant text not null references participant (id),
  item text not null,
  file text not null,
  shown_ms integer,
  idempotency_key text not null,
  study_version text not null,
  at integer not null,
  measured_at integer not null,
  unique (participant, item, file),
  unique (participant, idempotency_key)
) strict;

create trigger exposure_stays before update on exposure
begin
  select raise(abort, 'exposures are append-only: none can be changed');
end;
