import type {
  ReportItemParameters as Item,
  ReportNumber as Num,
  Report,
  ReportItemResponse as Test,
} from '@/api/schema';
import { useConsoleMessages } from '@/locales/console';

import { interval, num } from '../parts/format';
import { Section } from '../parts/section';
import { numeric, Table } from '../parts/table';
import s from './results.module.css';
import { differenceWriter, writer } from './unit';

const write = writer('deviations');
const difference = differenceWriter('deviations');

type Props = { report: Report };

/** What items and participants are like in one model: parameters, differences between arms by item, information. */
export function ItemResponse({ report }: Props) {
  const w = useConsoleMessages().results;
  if (report.itemResponse.length === 0) return null;
  return (
    <Section title={w.itemResponse} help={w.itemResponseHelp}>
      {report.itemResponse.map((test) => (
        <Parameters key={test.phase} test={test} report={report} />
      ))}
    </Section>
  );
}

function Parameters({ test, report }: Props & { test: Test }) {
  const messages = useConsoleMessages();
  const w = messages.results;
  const titleOf = (id: string) =>
    report.items.find((item) => item.id === id && item.phase === test.phase)?.title;
  const both = (one: Num | undefined, show: (value: number | null | undefined) => string) =>
    one?.low == null ? show(one?.value) : `${show(one.value)} ${interval(one.low, one.high, show)}`;
  const byArm = (test.items[0]?.arms.length ?? 0) > 0 ? report.arms : [];
  return (
    <>
      <Table<Item>
        caption={w.parameters[test.phase]}
        captionShown
        rows={test.items}
        empty={test.why ?? messages.chart.empty}
        rowKey={(row) => row.id}
        columns={[
          {
            id: 'item',
            label: w.item,
            head: true,
            cell: (row) => (
              <>
                {titleOf(row.id)}
                <span className={s.id}>{row.id}</span>
              </>
            ),
          },
          {
            ...numeric<Item>('d', w.sensitivity, (row) => both(row.sensitivity, write)),
            why: (row) => row.sensitivity.why,
          },
          {
            ...numeric<Item>('c', w.criterion, (row) => both(row.criterion, write)),
            why: (row) => row.criterion.why,
          },
          numeric('information', w.information, (row) => num(row.information, 3)),
          ...byArm.map((arm, at) => ({
            ...numeric<Item>(arm.id, w.differs(arm.label), (row) => both(row.arms[at], difference)),
            why: (row: Item) => row.arms[at]?.why,
          })),
        ]}
      />
      {test.items.length > 0 && (
        <p className="note">
          {w.spreads({
            people: num(test.people),
            answers: num(test.answers),
            peopleD: num(test.personSensitivitySd, 2),
            peopleC: num(test.personCriterionSd, 2),
            itemsD: num(test.itemSensitivitySd, 2),
            itemsC: test.itemCriterionSd == null ? null : num(test.itemCriterionSd, 2),
            arms: test.itemArmSd == null ? null : num(test.itemArmSd, 2),
            error: num(test.error, 2),
            reliability: num(test.reliability, 2),
          })}
        </p>
      )}
    </>
  );
}
