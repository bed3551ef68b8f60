import { cx } from '@/lib/cx';
import { useMessages } from '@/locales/messages';
import s from './loading.module.css';

/** 'Loading...', visible after 200 ms. `over` overlays the previous page. */
export function Loading({ over }: { over?: boolean }) {
  return (
    <p className={cx('loading', over && s.over)} role="status">
      {useMessages().ui.loading}
    </p>
  );
}
