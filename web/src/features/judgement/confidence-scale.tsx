import { useTaskMessages } from '@/locales/task';
import { Likert } from '@/ui/likert';

const STEPS = [50, 60, 70, 80, 90, 100];

type Props = { name: string; value: number | undefined; onChange: (value: number) => void };

/** A confidence scale with six labelled steps from a guess to certainty. */
export function ConfidenceScale({ name, value, onChange }: Props) {
  const w = useTaskMessages();
  const points = STEPS.map((step) => ({ value: step, label: w.percent(step) }));
  return (
    <Likert name={name} points={points} ends={w.judge.ends} value={value} onChange={onChange} />
  );
}

/** Scrolls to the scale's question after a choice, because on phones it may be under the dock. */
export function showConfidence(id: string): void {
  requestAnimationFrame(() => document.getElementById(id)?.scrollIntoView({ block: 'nearest' }));
}
