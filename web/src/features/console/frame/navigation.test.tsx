import { expect, test, vi } from 'vitest';
import { renderConsole } from '../../../../test/render-console';
import { Navigation } from './navigation';

test('the row scrolls to the current entry, and a part of the one before stays visible', () => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function at(
    this: Element,
  ) {
    return { left: this.hasAttribute('aria-current') ? 420 : 20 } as DOMRect;
  });
  const entries = ['/console', '/console/people', '/console/log'].map((to) => ({ to, label: to }));
  const { getByRole } = renderConsole(
    <Navigation name="Pages" entries={entries} current="/console/log" />,
  );
  expect(getByRole('list').scrollLeft).toBe(352);
  expect(getByRole('link', { current: 'page' }).textContent).toBe('/console/log');
});
