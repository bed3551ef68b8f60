import type { Me } from '@/api/schema';
import { useInstallationMessages } from '@/locales/installation';
import { DownloadLog } from '../audit/download-log';
import { ADDRESS, Log as Entries, queryOf } from '../audit/log';
import { Loaded } from '../data/loaded';
import { useRead } from '../data/query';
import { useSearch } from '../data/use-search';
import { Section } from '../parts/section';

/** The audit log of the installation, newest entry first; for owners and auditors of a study, what is about it. */
export function Log({ me }: { me: Me }) {
  return me.invites ? <NamedLog me={me} /> : <LogPage me={me} names={{}} />;
}

/** For those who may see people: with the names of those in the details. */
function NamedLog({ me }: { me: Me }) {
  const { data } = useRead('/api/installation/people');
  const names = Object.fromEntries(data?.people.map(({ id, username }) => [id, username]) ?? []);
  return <LogPage me={me} names={names} />;
}

function LogPage({ me, names }: { me: Me; names: Record<string, string> }) {
  const { log: w } = useInstallationMessages();
  const [search, change] = useSearch(ADDRESS);
  const query = useRead('/api/installation/audit', { query: queryOf(search) });
  return (
    <Section
      title={w.title}
      help={me.readsLog === 'all' ? w.help : w.partHelp}
      tools={<DownloadLog of="/api/installation/audit" />}
    >
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
