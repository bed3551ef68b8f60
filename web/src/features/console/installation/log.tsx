import { useInstallationMessages } from '@/locales/installation';
import { DownloadLog } from '../audit/download-log';
import { ADDRESS, Log as Entries, queryOf } from '../audit/log';
import { Loaded } from '../data/loaded';
import { useRead } from '../data/query';
import { useSearch } from '../data/use-search';
import { Section } from '../parts/section';

/** The audit log of the installation, newest entry first. */
export function Log() {
  const { log: w } = useInstallationMessages();
  const [search, change] = useSearch(ADDRESS);
  const query = useRead('/api/installation/audit', { query: queryOf(search) });
  const { data } = useRead('/api/installation/people');
  const names = Object.fromEntries(data?.people.map(({ id, username }) => [id, username]) ?? []);
  return (
    <Section title={w.title} help={w.help} tools={<DownloadLog of="/api/installation/audit" />}>
      <Loaded query={query}>
        {(log) => (
          <Entries
            title={w.title}
            names={names}
            log={log}
            later={search.before !== ''}
            change={change}
          />
        )}
      </Loaded>
    </Section>
  );
}
