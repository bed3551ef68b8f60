import s from './timeline.module.css';

/** The study's label for something, with its name in the data below it; only the name if the study has no label. */
export function Named({ id, name }: { id: string; name: string | undefined }) {
  if (name === undefined) return <code>{id}</code>;
  return (
    <span className={s.named}>
      {name}
      <code className={s.id}>{id}</code>
    </span>
  );
}
