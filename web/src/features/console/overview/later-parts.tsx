import type { ArmWaveCounts, Overview, WaveOverview } from '@/api/schema';
import { useConsoleMessages } from '@/locales/console';
import { num } from '../parts/format';
import { Section } from '../parts/section';
import { numeric, Table } from '../parts/table';

type Row = Omit<ArmWaveCounts, 'arm'> & { id: string; label: string };

/** Who came back for the later parts of the study, by arm. Absent for studies of one part. */
export function LaterParts({ overview: { waves, arms } }: { overview: Overview }) {
  const { overview: w, partStates, statuses } = useConsoleMessages();
  if (waves.length === 0) return null;
  const labels = { ...partStates, timedOut: partStates.timed_out, withdrawn: statuses.withdrawn };
  const figure = (id: Exclude<keyof Row, 'id' | 'label'>) =>
    numeric<Row>(id, labels[id], (row) => num(row[id]));
  return (
    <Section title={w.laterParts} help={w.laterPartsHelp}>
      {waves.map((wave) => (
        <Table<Row>
          key={wave.id}
          caption={`${wave.title} (${wave.id})`}
          captionShown
          rows={rows(wave, w.allArms, arms.length)}
          rowKey={(row) => row.id}
          empty={w.laterPartHidden}
          columns={[
            { id: 'arm', label: w.arm, head: true, cell: (row) => row.label },
            figure('waiting'),
            figure('open'),
            figure('started'),
            figure('completed'),
            figure('missed'),
            ...(wave.all && wave.all.declined > 0 ? [figure('declined')] : []),
            // Most studies end no part by a time limit or by failed checks.
            ...(wave.all && wave.all.timedOut + wave.all.failed > 0
              ? [figure('timedOut'), figure('failed')]
              : []),
            figure('withdrawn'),
          ]}
        />
      ))}
    </Section>
  );
}

/** All arms together come last, unless the part is for one arm alone. None if they would reveal the arms. */
function rows({ arms, all }: WaveOverview, allArms: string, inStudy: number): Row[] {
  if (!all) return [];
  const own = arms.map(({ arm, ...counts }) => ({ ...counts, id: arm.id, label: arm.label }));
  return own.length === 1 && inStudy > 1 ? own : [...own, { ...all, id: '', label: allArms }];
}
