import { useState } from 'react';
import { address } from '@/api/calls';
import type { DueOverview, DueWave } from '@/api/schema';
import { notify } from '@/features/notifications/store';
import { problem, request } from '@/lib/api-client';
import { saveFile } from '@/lib/save-file';
import { useConsoleMessages } from '@/locales/console';
import { Button } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { useErrorMessage } from '../data/error-message';
import { Loaded } from '../data/loaded';
import { client, useRead } from '../data/query';
import { useMay } from '../data/use-may';
import { Pick } from '../parts/controls';
import { num } from '../parts/format';
import { Section } from '../parts/section';
import { numeric, Table } from '../parts/table';

/** The figures are not part of the stream, so they are refetched after this time, in ms. */
const PACE = 60_000;

/** How many days ahead the list can look. */
const DAYS = [0, 1, 2, 7, 14];

/** Who is due for a later part, for the recruitment service. Absent for studies without recruitment IDs. */
export function DueSection() {
  const w = useConsoleMessages().due;
  const downloads = useMay()('GET /api/admin/due/{wave}');
  const [within, setWithin] = useState(0);
  const query = useRead('/api/admin/due', { query: { within } }, () => PACE);
  if (query.data?.parameter === null) return null;
  return (
    <Section
      title={w.title}
      help={w.help}
      tools={
        <Pick
          label={w.within}
          value={`${within}`}
          options={DAYS.map((days) => ({ value: `${days}`, label: w.days(days) }))}
          onChange={(value) => setWithin(Number(value))}
        />
      }
    >
      <Loaded query={query}>
        {(due) => (
          <>
            <Waves due={due} within={within} />
            <Formulas due={due} />
            {downloads && (
              <div className="cluster">
                {due.waves.filter(isAnyoneDue).map((wave) => (
                  <Download key={wave.id} wave={wave} within={within} />
                ))}
              </div>
            )}
          </>
        )}
      </Loaded>
      {downloads && <p className="note">{w.howTo}</p>}
    </Section>
  );
}

const isAnyoneDue = (wave: DueWave) => wave.open + wave.started + wave.waiting > 0;

function Waves({ due, within }: { due: DueOverview; within: number }) {
  const w = useConsoleMessages().due;
  const isWithout = due.waves.some((wave) => wave.withoutId > 0);
  return (
    <Table<DueWave>
      caption={w.title}
      rows={due.waves}
      rowKey={(wave) => wave.id}
      columns={[
        { id: 'wave', label: w.part, head: true, cell: (wave) => `${wave.title} (${wave.id})` },
        numeric('open', w.open, (wave) => num(wave.open)),
        numeric('started', w.started, (wave) => num(wave.started)),
        ...(within > 0
          ? [numeric<DueWave>('waiting', w.waiting, (wave) => num(wave.waiting))]
          : []),
        ...(isWithout
          ? [numeric<DueWave>('withoutId', w.withoutId, (wave) => num(wave.withoutId))]
          : []),
      ]}
    />
  );
}

/** IDs that are left out, because they could do harm in a spreadsheet program. */
function Formulas({ due }: { due: DueOverview }) {
  const w = useConsoleMessages().due;
  const ids = due.waves.reduce((sum, wave) => sum + wave.formulas, 0);
  return ids > 0 ? <p className="note">{w.formulas(ids)}</p> : null;
}

/** Downloads the list of a part. The download is logged. */
function Download({ wave, within }: { wave: DueWave; within: number }) {
  const w = useConsoleMessages().due;
  const [busy, setBusy] = useState(false);
  const errorMessage = useErrorMessage();
  const download = async () => {
    setBusy(true);
    try {
      await save(wave.id, within);
      notify('good', w.downloaded);
      await client.invalidateQueries({ queryKey: ['/api/admin/audit'] });
    } catch (error) {
      notify('bad', errorMessage(error));
    }
    setBusy(false);
  };
  return (
    <Button variant="secondary" small aria-disabled={busy} onClick={() => void download()}>
      <Icon name="download" size={18} />
      <span aria-live="polite">{busy ? w.downloading : w.download(wave.title)}</span>
    </Button>
  );
}

async function save(wave: string, within: number): Promise<void> {
  const path = address('/api/admin/due/{wave}', { wave }, { within });
  const reply = await request('get', path, undefined, {});
  if (!reply.ok) throw await problem(reply);
  const day = new Date().toISOString().slice(0, 10);
  saveFile(`due-${wave}-${day}.csv`, 'text/csv', await reply.blob());
}
