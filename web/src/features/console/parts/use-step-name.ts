import { useConsoleMessages } from '@/locales/console';

/** Names of steps by their paths, as in the API: `/flow-a/start`, or `/flow-a/start (labels)` for a block of its own. */
export function useStepName(): (step: string) => string {
  const names: Readonly<Record<string, string>> = useConsoleMessages().steps;
  return (step) => nameOfStep(names, step);
}

export function nameOfStep(names: Readonly<Record<string, string>>, step: string): string {
  const [path = step, block] = step.split(/ (?=\()/);
  const name = names[path] ?? path;
  return block ? `${name} ${block}` : name;
}
