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
  expect(cells.slice(0, 5)).toEqual(['Second part', '40', '4:30', '36', '3:15']);
  expect(cells.slice(5)).toEqual([
    '[2:00, 4:30]',
    '80% [65%, 90%]',
    'There are too few participants.',
  ]);
});

test('a short recording has its seconds', () => {
  const minutes = { n: 36, low: 0, median: 4.6 / 60, high: 5 / 60 };
  const watched = [{ wave: 'main', arms: [{ ...own, length: 5 / 60, minutes }] }];
  show({ compliance: { watched } });
  const cells = screen.getAllByRole('cell').map((cell) => cell.textContent);
  expect(cells.slice(1, 5)).toEqual(['0:05', '36', '0:05', '[0:00, 0:05]']);
});

test('a study of one part has no column for it, and one without recordings no section', () => {
  const { unmount } = show({ compliance: { watched: [{ wave: 'main', arms: [own] }] } });
  expect(screen.queryByRole('columnheader', { name: 'Part' })).toBeNull();
  unmount();
  show({ compliance: {} });
  expect(screen.queryByRole('heading')).toBeNull();
});
