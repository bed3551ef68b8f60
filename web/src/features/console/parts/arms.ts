import type { Series } from './point';

/** The arms as series: their colours and shapes follow their order, which is the same on every page. */
export function seriesOf(arms: readonly { id: string; label: string }[]): Series[] {
  return arms.map(({ id, label }, tint) => ({ id, label, tint }));
}

/** The one series of everybody. */
export function everybody(label: string): Series[] {
  return [{ id: '', label, tint: 3 }];
}
