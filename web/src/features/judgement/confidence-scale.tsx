import { useTaskMessages } from '@/locales/task';
import { Likert } from '@/ui/likert';

const STEPS = [50, 60, 70, 80, 90, 100];

type Props = { name: string; value: number | undefined; onChange: (value: number) => void };

/** How sure, in six labelled steps from a guess to certainty. */
export function ConfidenceScale({ name, value, onChange }: Props) {
  const w = useTaskMessages();
  const points = STEPS.map((step) => ({ value: step, label: w.percent(step) }));
  return (
    <Likert name={name} points={points} ends={w.judge.ends} value={value} onChange={onChange} />
  );
}
