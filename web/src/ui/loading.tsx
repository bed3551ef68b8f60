import { cx } from '@/lib/cx';
import { useWords } from '@/lib/words';
import s from './loading.module.css';

/** 'Loading...', seen only when it takes more than 200 ms. `over` lies on a page that is still there. */
export function Loading({ over }: { over?: boolean }) {
  return (
    <p className={cx('loading', over && s.over)} role="status">
      {useWords().ui.loading}
    </p>
  );
}
