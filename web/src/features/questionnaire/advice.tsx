import type { PublicAdvice, PublicItem } from '@/api/schema';
import { makeTable, useTable } from '@/lib/locale';
import { useStudyMessages } from '@/locales/study';
import { useTaskMessages } from '@/locales/task';
import { Callout } from '@/ui/callout';

// Here, because all judgements share the other messages, and few come with advice.
const TABLE = makeTable(
  { again: 'Now answer again. You can keep your answer or change it.' },
  async () => ({
    again: 'Antworten Sie jetzt noch einmal. Sie können bei Ihrer Antwort bleiben oder sie ändern.',
  }),
);

type Props = { advice: PublicAdvice; items: readonly PublicItem[] };

/** The advice on a judgement, and the answer before it. The answer after it starts empty, so that it is given anew. */
export default function Advice({ advice: { text, initial, confidence }, items }: Props) {
  const { percent } = useTaskMessages();
  const { again } = useTable(TABLE);
  const { yourAnswer } = useStudyMessages().questionnaire;
  const options = items.flatMap((item) => (item.kind === 'judgement' ? item.options : []));
  const answer = options.find(({ value }) => value === initial)?.label ?? initial;
  const sure = confidence === null ? '' : ` (${percent(confidence)})`;
  return (
    <Callout title={text}>
      <p>{yourAnswer(answer + sure)}</p>
      <p>{again}</p>
    </Callout>
  );
}
