-- What a participant has been shown, and when it was first visible: at most one row for each medium of an item, and for
-- each post without a medium (then without a file). Rows are added and never changed; erasure deletes them with the
-- participant. Earlier exposures are in `submission.evidence`.
create table exposure (
  id text not null primary key,
  participant text not null references participant (id),
  item text not null,
  file text not null,
  shown_ms bigint,
  idempotency_key text not null,
  study_version text not null,
  at bigint not null,
  measured_at bigint not null,
  unique (participant, item, file),
  unique (participant, idempotency_key)
);

create or replace function exposure_stays() returns trigger language plpgsql as $$
begin
  raise exception 'exposures are append-only: none can be changed';
end
$$;

create trigger exposure_stays before update on exposure
for each statement execute function exposure_stays();
