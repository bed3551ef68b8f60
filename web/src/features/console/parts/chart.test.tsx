import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { api } from '@/lib/api-client';
import { measured } from '../../../../test/measured';
import { renderConsole } from '../../../../test/render-console';
import { Chart } from './chart';
import { type Column, sorted, turned } from './table';

type Row = { name: string; value: number | null };
const rows: Row[] = [
  { name: 'b', value: 2 },
  { name: 'none', value: null },
  { name: 'a', value: 10 },
];
const columns: Column<Row>[] = [
  { id: 'name', label: 'Name', head: true, cell: (row) => row.name, by: (row) => row.name },
  { id: 'value', label: 'Value', cell: (row) => row.value, by: (row) => row.value },
];
const why = 'Fewer than two participants have the outcome.';

beforeEach(() => measured(617));

/** The drawing calls, which reply with `svg`. */
const drawn = (svg: string | null) => vi.spyOn(api, 'get').mockResolvedValue({ svg });

function show(sort: string, { set = vi.fn(), given = rows } = {}) {
  const chart = (figures: unknown) => (
    <Chart<Row>
      title="Values"
      note="Points."
      source={{ path: '/api/admin/drawings/usage', query: { chart: 'kinds' }, figures }}
      rows={given}
      empty={why}
      columns={columns}
      rowKey={(row) => row.name}
      sort={{ value: sort, set }}
    />
  );
  const { rerender } = renderConsole(chart(1));
  return { set, change: () => rerender(chart(2)) };
}

test('a chart is drawn at its width, and again when its figures change', async () => {
  const get = drawn('<svg><text>First</text></svg>');
  const { change } = show('');
  const picture = await screen.findByRole('img', { name: 'Values' });
  expect(picture.textContent).toBe('First');
  expect(get.mock.lastCall?.[1]).toMatchObject({
    query: { chart: 'kinds', width: 600, locale: 'en' },
  });
  get.mockResolvedValue({ svg: '<svg><text>Second</text></svg>' });
  change();
  await waitFor(() => expect(screen.getByRole('img').textContent).toBe('Second'));
  expect(get).toHaveBeenCalledTimes(2);
});

test('the table below a chart has every row of it', () => {
  drawn('<svg></svg>');
  show('');
  expect(screen.queryByRole('table')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Show as table' }));
  const table = screen.getByRole('table', { name: 'Values' });
  const names = within(table).getAllByRole('rowheader');
  expect(names.map((cell) => cell.textContent)).toEqual(['b', 'none', 'a']);
});

test('a heading shows how the table is sorted, and reverses it', () => {
  drawn('<svg></svg>');
  const { set } = show('value');
  fireEvent.click(screen.getByRole('button', { name: 'Show as table' }));
  const heading = screen.getByRole('columnheader', { name: /Value/ });
  expect(heading.getAttribute('aria-sort')).toBe('ascending');
  fireEvent.click(within(heading).getByRole('button'));
  expect(set).toHaveBeenCalledWith('-value');
});

test('if nothing can be drawn, the reason is shown and the table stays', async () => {
  drawn(null);
  show('');
  expect(await screen.findByText(why)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Show as table' }));
  expect(screen.getByRole('table', { name: 'Values' })).toBeTruthy();
});

test('without rows there is nothing to draw and no table', () => {
  const get = drawn('<svg></svg>');
  show('', { given: [] });
  expect(screen.getByText(why)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
  expect(get).not.toHaveBeenCalled();
});

test('rows without a value come last in either order', () => {
  const names = (sort: string) => sorted(rows, columns, sort).map((row) => row.name);
  expect(names('value')).toEqual(['b', 'a', 'none']);
  expect(names('-value')).toEqual(['a', 'b', 'none']);
  expect(names('name')).toEqual(['a', 'b', 'none']);
  expect(names('nothing')).toEqual(['b', 'none', 'a']);
  expect(turned('value', 'value')).toBe('-value');
  expect(turned('-value', 'value')).toBe('value');
});
