import { useConsoleWords } from '@/locales/console';

/** What researchers call a step, by its first page. */
export function useStepName(): (step: string) => string {
  const names: Readonly<Record<string, string>> = useConsoleWords().steps;
  return (step) => names[step] ?? step;
}
