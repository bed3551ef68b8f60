import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Diagram } from './diagram';

const svg = '<svg><rect class="box" /></svg>';

/** The edges on the right, as if the first box ended at 600 pixels. */
function shown(window: number): number {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return { right: this.tagName === 'rect' ? 600 : window } as DOMRect;
  });
  const { unmount } = render(<Diagram svg={svg} />);
  const { scrollLeft } = screen.getByRole('region', { name: 'CONSORT 2025 flow diagram' });
  unmount();
  return scrollLeft;
}

test('a drawing wider than the window is scrolled to its first box', () => {
  expect(shown(344)).toBeGreaterThanOrEqual(256);
  expect(shown(344)).toBeLessThan(300);
  expect(shown(1000)).toBe(0);
});
