import { useConsoleMessages } from '@/locales/console';

/** What researchers call a step, by its first page. */
export function useStepName(): (step: string) => string {
  const names: Readonly<Record<string, string>> = useConsoleMessages().steps;
  return (step) => names[step] ?? step;
}
