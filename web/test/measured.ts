import { vi } from 'vitest';

/** jsdom has no layout: gives every observed element a width, in pixels. */
export function measured(width = 600): void {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly report: (entries: unknown[]) => void;
      constructor(report: (entries: unknown[]) => void) {
        this.report = report;
      }
      observe() {
        this.report([{ contentRect: { width } }]);
      }
      disconnect() {}
    },
  );
}
