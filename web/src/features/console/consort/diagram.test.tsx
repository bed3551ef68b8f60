import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Diagram } from './diagram';

const svg = '<svg><rect class="box" /></svg>';

/** How far the drawing is scrolled in a window of this width, if its first box ends 120 pixels before its own end. */
function scrolled(window: number): number {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return (
      this.tagName === 'rect' ? { left: 360, right: 600 } : { left: 0, right: window }
    ) as DOMRect;
  });
  const { unmount } = render(<Diagram svg={svg} />);
  const { scrollLeft } = screen.getByRole('region', { name: 'CONSORT 2025 flow diagram' });
  unmount();
  return scrollLeft;
}

test('a drawing is scrolled to the middle of its first box only if that does not fit the window', () => {
  expect(scrolled(344)).toBe(480 - 172);
  expect(scrolled(700)).toBe(0);
  expect(scrolled(960)).toBe(0);
});
