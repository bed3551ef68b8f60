import type { PersonaCard } from '@/api/schema';
import type { Position } from '@/lib/position';

export const hasBegun = ({ state }: PersonaCard) => state !== 'open';

/** Whose posts come next: those under way, or else the first that can be started from here. */
export function nextPersona(
  personas: readonly PersonaCard[],
  { currentState }: Position,
): PersonaCard | undefined {
  const underWay = personas.find(({ state }) => state === 'under_way');
  if (underWay || currentState !== '/dashboard') return underWay;
  return personas.find(({ state }) => state === 'open');
}
