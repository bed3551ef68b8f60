-- One more kind of quality flags: nothing was measured.
alter table flag drop constraint flag_kind_check;
alter table flag add constraint flag_kind_check check (kind in ('too_fast', 'straight_lining', 'failed_attention',
  'media_failed', 'answered_unseen', 'answered_unchecked', 'not_timed'));
