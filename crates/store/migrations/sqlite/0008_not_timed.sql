-- One more kind of quality flags: nothing was measured.
create table flag_of_any_kind (
  participant text not null references participant (id),
  kind text not null check (kind in ('too_fast', 'straight_lining', 'failed_attention', 'media_failed', 'answered_unseen',
    'answered_unchecked', 'not_timed')),
  item text not null,
  at integer not null,
  primary key (participant, kind, item)
) strict;
insert into flag_of_any_kind select participant, kind, item, at from flag;
drop table flag;
alter table flag_of_any_kind rename to flag;
