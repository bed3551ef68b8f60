import { useConsoleWords } from '@/locales/console';
import { useRead } from '../data/query';
import { Filters, Find, Pick } from '../parts/controls';
import type { Filtering } from './search';

type Props = { search: Filtering; onChange: (change: Partial<Filtering>) => void };

type Option = { value: string; label: string };

/** Which participants the list shows. */
export function ParticipantFilters({ search, onChange }: Props) {
  const words = useConsoleWords();
  const w = words.participants;
  // As long as the arms have letters nobody is shown with one.
  const study = useRead('/api/admin/study').data;
  const named = (names: Readonly<Record<string, string>>): Option[] =>
    Object.entries(names).map(([value, label]) => ({ value, label }));
  const pick = (id: keyof Filtering, label: string, options: Option[]) => (
    <Pick
      label={label}
      value={search[id]}
      options={[{ value: '', label: w.any }, ...options]}
      onChange={(value) => onChange({ [id]: value })}
    />
  );
  return (
    <Filters label={w.filters}>
      <Find label={w.find} value={search.q} onChange={(q) => onChange({ q })} />
      {pick('status', w.status, named(words.statuses))}
      {study?.masked === false &&
        pick('arm', w.arm, [
          ...study.arms.map(({ arm }) => ({ value: arm.id, label: arm.label })),
          { value: 'none', label: w.noArm },
        ])}
      {pick('step', w.step, named(words.steps))}
      {pick('sign', w.signs, named(words.signs))}
      {pick('excluded', w.analysis, [
        { value: 'true', label: w.onlyExcluded },
        { value: 'false', label: w.onlyIncluded },
      ])}
    </Filters>
  );
}
