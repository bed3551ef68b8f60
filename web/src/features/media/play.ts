import type { PublicMedia } from '@/api/schema';

/**
 * Plays a medium of the page from its start, or requests a picture again. Brings it into view, and moves the focus to
 * its controls.
 */
export function playOrReload({ sources }: PublicMedia): void {
  const players = document.querySelectorAll<HTMLElement>('[data-medium]');
  const player = [...players].find(({ dataset }) => dataset.medium === sources[0]?.url);
  const element = player?.querySelector<HTMLVideoElement | HTMLImageElement>('video, img');
  if (!player || !element) return;
  player.scrollIntoView({ block: 'center' });
  const control = 'button:not([tabindex="-1"], [aria-disabled="true"])';
  player.querySelector<HTMLElement>(control)?.focus({ preventScroll: true });
  if (element instanceof HTMLVideoElement) {
    element.currentTime = 0;
    // The player shows a failure.
    void element.play().catch(() => undefined);
  } else {
    // With the same address, the browser would wait for the pending request.
    element.src += `?${Date.now()}`;
  }
}
