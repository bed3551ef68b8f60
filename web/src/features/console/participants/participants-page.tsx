import { Link } from 'react-router';
import type { ParticipantList, ParticipantRow, ParticipantWave } from '@/api/schema';
import { useConsoleMessages } from '@/locales/console';
import { Loaded } from '../data/loaded';
import { useRead } from '../data/query';
import { useSimulated } from '../data/simulated';
import { useMay } from '../data/use-may';
import { useSearch } from '../data/use-search';
import { participantPath } from '../frame/pages';
import { Tag } from '../parts/controls';
import { useStart } from '../parts/focus';
import { When } from '../parts/format';
import { Pager } from '../parts/pager';
import { type Column, Table } from '../parts/table';
import { useStepName } from '../parts/use-step-name';
import { ParticipantFilters } from './filters';
import s from './participants.module.css';
import { FILTERS, type Filtering, queryOf } from './search';
import { FlagTags, PartTag, StatusTag } from './tags';

/** The list of participants by code. */
export default function ParticipantsPage() {
  const w = useConsoleMessages().participants;
  const simulated = useSimulated();
  const [search, setSearch] = useSearch(FILTERS);
  const query = useRead('/api/admin/participants', { query: queryOf(search, simulated) });
  return (
    <>
      <p className="note">{w.help}</p>
      <ParticipantFilters
        search={search}
        onChange={(change, typedOn) => setSearch({ after: '', ...change }, typedOn)}
      />
      <Loaded query={query}>
        {(list) => <List list={list} search={search} go={(after) => setSearch({ after })} />}
      </Loaded>
    </>
  );
}

type ListProps = { list: ParticipantList; search: Filtering; go: (after: string) => void };

/** The part that the filter is about; without a filter, the last one that is planned for the participant. */
function partOf({ waves }: ParticipantRow, { wave, waveState }: Filtering) {
  const isFound = (one: ParticipantWave) =>
    (wave === '' || one.id === wave) && (waveState === '' || one.state === waveState);
  return waves.findLast(isFound);
}

function List({ list, search, go }: ListProps) {
  const w = useConsoleMessages().participants;
  const stepName = useStepName();
  const { table, toStart } = useStart();
  const opens = useMay()('GET /api/admin/participants/{code}');
  const arm: Column<ParticipantRow> = {
    id: 'arm',
    label: w.arm,
    cell: (row) => <span className={s.arm}>{row.arm?.label ?? w.noArm}</span>,
  };
  return (
    <div className={s.list}>
      <Table<ParticipantRow>
        ref={table}
        stacks
        caption={w.caption}
        rows={list.participants}
        rowKey={(row) => row.code}
        empty={list.all === 0 ? w.noParticipants : w.noMatch}
        columns={[
          {
            id: 'code',
            label: w.code,
            head: true,
            cell: (row) =>
              opens ? <Link to={participantPath(row.code)}>{row.code}</Link> : row.code,
          },
          ...(list.blinded ? [] : [arm]),
          {
            id: 'status',
            label: w.status,
            cell: (row) => (
              <span className={s.tags}>
                <StatusTag row={row} />
                <PartTag wave={partOf(row, search)} />
              </span>
            ),
          },
          { id: 'step', label: w.step, cell: (row) => stepName(row.step) },
          { id: 'registered', label: w.registered, cell: (row) => <When at={row.registeredAt} /> },
          { id: 'moved', label: w.moved, cell: (row) => <When at={row.movedAt} /> },
          {
            id: 'flags',
            label: w.signs,
            wide: true,
            cell: (row) => (
              <span className={s.tags}>
                {row.excluded && <Tag tone="bad">{w.excluded}</Tag>}
                {row.simulated && <Tag tone="info">{w.simulated}</Tag>}
                <FlagTags flags={row.flags} />
              </span>
            ),
          },
        ]}
      />
      <Pager
        from={list.from}
        shown={list.participants.length}
        total={list.matching}
        later={search.after !== ''}
        next={list.next}
        go={(after) => {
          go(after);
          toStart();
        }}
      />
    </div>
  );
}
