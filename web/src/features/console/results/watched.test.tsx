import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Report } from '@/api/schema';
import { renderConsole } from '../../../../test/render-console';
import { Watched } from './watched';

const arms = [
  { id: 'a', label: 'Control' },
  { id: 'b', label: 'Video' },
];
const own = {
  arm: 1,
  people: 40,
  length: 4.5,
  minutes: { n: 36, low: 2, median: 3.25, high: 4.5 },
  half: { value: 0.8, low: 0.65, high: 0.9 },
  all: { value: null, low: null, high: null, why: 'There are too few participants.' },
};

const show = (report: object) => renderConsole(<Watched report={{ arms, ...report } as Report} />);

test('minutes and shares watched, by part if there are several', () => {
  const watched = [{ wave: 'later', arms: [own] }];
  show({ waves: [{ id: 'later', title: 'Second part' }], compliance: { watched } });
  const row = within(screen.getByRole('row', { name: /^Video/ }));
  const cells = row.getAllByRole('cell').map((cell) => cell.textContent);
  expect(cells.slice(0, 5)).toEqual(['Second part', '40', '4.5', '36', '3.3']);
  expect(cells.slice(5)).toEqual([
    '[2.0, 4.5]',
    '80% [65%, 90%]',
    'There are too few participants.',
  ]);
});

test('a study of one part has no column for it, and one without recordings no section', () => {
  const { unmount } = show({ compliance: { watched: [{ wave: 'main', arms: [own] }] } });
  expect(screen.queryByRole('columnheader', { name: 'Part' })).toBeNull();
  unmount();
  show({ compliance: {} });
  expect(screen.queryByRole('heading')).toBeNull();
});
