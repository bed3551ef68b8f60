import { useStudy } from '@/features/study/study';
import { PATH_ID } from '@/lib/site';
import s from './console.module.css';

/** Which study this is: its title, and its ID if the installation has several under one name. */
export function StudyTitle() {
  const title = useStudy()?.title;
  return (
    <p className={s.study} title={title}>
      {title} {PATH_ID && <code>{PATH_ID}</code>}
    </p>
  );
}
