import s from './study.module.css';

/** The beginning of a hash, which identifies a version; the title has the whole hash. */
export function Hash({ hash }: { hash: string }) {
  return (
    <code className={s.hash} title={hash}>
      {hash.slice(0, 12)}
    </code>
  );
}
