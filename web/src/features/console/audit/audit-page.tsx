import { useConsoleMessages } from '@/locales/console';
import { Loaded } from '../data/loaded';
import { useRead } from '../data/query';
import { useSearch } from '../data/use-search';
import { Section } from '../parts/section';
import { DownloadLog } from './download-log';
import { ADDRESS, Log, queryOf } from './log';

/** The audit log, newest entry first. It can't be changed; each entry contains the hash of the previous one. */
export default function AuditPage() {
  const w = useConsoleMessages().audit;
  const [search, change] = useSearch(ADDRESS);
  const query = useRead('/api/admin/audit', { query: queryOf(search) });
  return (
    <Section title={w.title} help={w.help} tools={<DownloadLog of="/api/admin/audit" />}>
      <Loaded query={query}>
        {(log) => <Log title={w.title} log={log} later={search.before !== ''} change={change} />}
      </Loaded>
    </Section>
  );
}
