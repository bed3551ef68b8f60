import type { StudyState, Version } from '@/api/schema';
import { useConsoleMessages } from '@/locales/console';
import { Loaded } from '../data/loaded';
import { useRead } from '../data/query';
import { useMay } from '../data/use-may';
import { Tag } from '../parts/controls';
import { NONE, num, When } from '../parts/format';
import { Section } from '../parts/section';
import { numeric, Table } from '../parts/table';
import { Design } from './design';
import { Hash } from './hash';
import { Previews } from './previews';
import { Quotas } from './quotas';
import { Status } from './status';
import s from './study.module.css';
import { StudyVersion } from './study-version';
import { Units } from './units';

/** Status, quotas and versions of the study, and previews of its pages, as far as the person's role includes them. */
export default function StudyPage() {
  const query = useRead('/api/admin/study');
  return <Loaded query={query}>{(study) => <Parts study={study} />}</Loaded>;
}

function Parts({ study }: { study: StudyState }) {
  const may = useMay();
  return (
    <>
      <Status study={study} />
      <Design study={study} />
      <Quotas study={study} />
      <Units study={study} />
      {may('GET /api/admin/previews') && <Previews study={study} />}
      {may('GET /api/admin/study/version') && <StudyVersion />}
      <Versions study={study} />
    </>
  );
}

function Versions({ study }: { study: StudyState }) {
  const w = useConsoleMessages().study;
  return (
    <Section title={w.versions} help={w.versionsHelp}>
      <Table<Version>
        caption={w.versions}
        rows={study.versions}
        rowKey={(row) => row.hash}
        columns={[
          { id: 'hash', label: w.hash, head: true, cell: (row) => <Hash hash={row.hash} /> },
          { id: 'at', label: w.activated, cell: (row) => <When at={row.activatedAt} /> },
          {
            id: 'state',
            label: w.state,
            cell: (row) => (row.active ? <Tag tone="good">{w.active}</Tag> : w.earlier),
          },
          numeric('people', w.people, (row) => num(row.people)),
          numeric('simulated', w.simulated, (row) => num(row.simulated)),
        ]}
      />
      <dl className={s.lines}>
        <div>
          <dt>{w.slots}</dt>
          <dd>{num(study.schedule.slots)}</dd>
        </div>
        <div>
          <dt>{w.commitment}</dt>
          <dd>
            <code className={s.hash}>{study.schedule.commitment ?? NONE}</code>
          </dd>
        </div>
      </dl>
    </Section>
  );
}
