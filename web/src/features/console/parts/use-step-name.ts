import { useConsoleMessages } from '@/locales/console';

/** The name of a step for researchers, by its first page. */
export function useStepName(): (step: string) => string {
  const names: Readonly<Record<string, string>> = useConsoleMessages().steps;
  return (step) => names[step] ?? step;
}
