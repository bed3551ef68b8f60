import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Diagram } from './diagram';

const box = { title: 'Registered', n: 60, lines: [] };
const flow = {
  stages: ['Enrolment', 'Allocation'],
  assessed: box,
  excluded: box,
  randomised: box,
  arms: ['A', 'B', 'C'].map((label) => ({ label, boxes: [box] })),
};

/** The edges on the right, as if the first box ended at 600 pixels. */
function shown(window: number): number {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return { right: this.tagName === 'rect' ? 600 : window } as DOMRect;
  });
  const { unmount } = render(<Diagram flow={flow} title="Flow" description="" fileName="" />);
  const { scrollLeft } = screen.getByRole('region', { name: 'Flow' });
  unmount();
  return scrollLeft;
}

test('where the drawing is wider than the window, its first box is in view', () => {
  expect(shown(344)).toBeGreaterThanOrEqual(256);
  expect(shown(344)).toBeLessThan(300);
  expect(shown(1000)).toBe(0);
});
