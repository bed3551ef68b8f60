import { cx } from '@/lib/cx';
import { useMessages } from '@/lib/messages';
import s from './loading.module.css';

/** 'Loading...', seen only when it takes more than 200 ms. `over` lies on a page that is still there. */
export function Loading({ over }: { over?: boolean }) {
  return (
    <p className={cx('loading', over && s.over)} role="status">
      {useMessages().ui.loading}
    </p>
  );
}
