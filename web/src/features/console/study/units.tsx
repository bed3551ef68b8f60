import type { StudyState, UnitState } from '@/api/schema';
import { useConsoleMessages } from '@/locales/console';
import { NONE, num } from '../parts/format';
import { Section } from '../parts/section';
import { numeric, Table } from '../parts/table';

/** The units that were allocated, such as classes. Absent if participants are allocated. */
export function Units({ study: { units, blinded } }: { study: StudyState }) {
  const w = useConsoleMessages().study;
  if (!units) return null;
  return (
    <Section title={w.units} help={blinded ? w.unitsBlinded : w.unitsHelp}>
      {units.length === 0 ? (
        <p>{w.noUnits}</p>
      ) : (
        <Table<UnitState>
          caption={w.units}
          rows={units}
          rowKey={(row) => `${row.unit}`}
          columns={[
            { id: 'unit', label: w.unit, head: true, cell: (row) => row.unit },
            { id: 'code', label: w.code, cell: (row) => row.code ?? NONE },
            { id: 'stratum', label: w.stratum, cell: (row) => row.stratum || NONE },
            ...(blinded
              ? []
              : [{ id: 'arm', label: w.arm, cell: (row: UnitState) => row.arm?.label }]),
            numeric('members', w.members, (row) => num(row.members)),
            numeric('exposed', w.membersExposed, (row) => num(row.exposed)),
          ]}
        />
      )}
    </Section>
  );
}
