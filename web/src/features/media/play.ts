import type { PublicMedia } from '@/api/schema';

/** Plays a medium of the page from its start, brings it into view, and moves the focus to its controls. */
export function playMedium({ sources }: PublicMedia): void {
  const players = document.querySelectorAll<HTMLElement>('[data-medium]');
  const player = [...players].find(({ dataset }) => dataset.medium === sources[0]?.url);
  const element = player?.querySelector('video');
  if (!player || !element) return;
  player.scrollIntoView({ block: 'center' });
  player.querySelector<HTMLElement>('button:not([tabindex="-1"])')?.focus({ preventScroll: true });
  element.currentTime = 0;
  // The player shows a failure.
  void element.play().catch(() => undefined);
}
