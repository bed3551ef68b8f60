import s from './timeline.module.css';

/** What the study calls something, with its name in the data below it; that alone where the study has no words for it. */
export function Named({ id, name }: { id: string; name: string | undefined }) {
  if (name === undefined) return <code>{id}</code>;
  return (
    <span className={s.named}>
      {name}
      <code className={s.id}>{id}</code>
    </span>
  );
}
