import { useConsoleMessages } from '@/locales/console';
import { useRead } from '../data/query';
import type { SetSearch } from '../data/use-search';
import { Filters, Find, MoreFilters, Pick } from '../parts/controls';
import { useStepName } from '../parts/use-step-name';
import { activeFilters, type Filtering } from './search';

type Props = { search: Filtering; onChange: SetSearch<Filtering> };

type Option = { value: string; label: string };

/** The filters of the list. */
export function ParticipantFilters({ search, onChange }: Props) {
  const messages = useConsoleMessages();
  const w = messages.participants;
  const stepName = useStepName();
  // While the study is blinded, no participant is shown with an arm.
  const study = useRead('/api/admin/study').data;
  // The steps that participants can be on. While the study is blinded, the steps that differ between the arms are one.
  // The step in the address stays.
  const steps = [...new Set([...(study?.steps ?? []), search.step])].filter((step) => step !== '');
  // While the study is blinded, a part that only some arms have matches nobody.
  const [, ...parts] = study?.design ?? [];
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
      <Find label={w.find} value={search.q} onChange={(q, on) => onChange({ q }, on)} />
      <MoreFilters label={w.moreFilters(activeFilters(search))}>
        {pick('status', w.status, named(messages.statuses))}
        {study?.blinded === false &&
          pick('arm', w.arm, [
            ...study.arms.map(({ arm }) => ({ value: arm.id, label: arm.label })),
            { value: 'none', label: w.noArm },
          ])}
        {pick(
          'step',
          w.step,
          steps.map((value) => ({ value, label: stepName(value) })),
        )}
        {parts.length > 0 && (
          <>
            {pick(
              'wave',
              w.part,
              parts.map(({ id, title }) => ({ value: id, label: title ?? id })),
            )}
            {pick('waveState', w.partState, named(messages.partStates))}
          </>
        )}
        {pick('flag', w.signs, named(messages.signs))}
        {pick('excluded', w.analysis, [
          { value: 'true', label: w.onlyExcluded },
          { value: 'false', label: w.onlyIncluded },
        ])}
      </MoreFilters>
    </Filters>
  );
}
