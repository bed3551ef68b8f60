import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { Chart } from './chart';
import s from './chart.module.css';
import type { Kind } from './drawing';
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

// jsdom lays nothing out, so there is no width to draw at.
beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
});

function show(
  sort: string,
  { set = vi.fn(), given = rows, empty = '', kind = 'bars' as Kind } = {},
) {
  const { container } = render(
    <Chart<Row>
      title="Values"
      note="Points."
      rows={given}
      empty={empty || undefined}
      columns={columns}
      rowKey={(row) => row.name}
      kind={kind}
      point={(row) => ({ name: row.name, series: '', value: row.value })}
      setting={{ series: [], unit: 'Points', format: String }}
      sort={{ value: sort, set }}
    />,
  );
  return { set, drawing: container.querySelector(`.${s.drawing}`) };
}

test('the table beside a chart has every row of it', () => {
  show('');
  expect(screen.queryByRole('table')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Show as table' }));
  const table = screen.getByRole('table', { name: 'Values' });
  const names = within(table).getAllByRole('rowheader');
  expect(names.map((cell) => cell.textContent)).toEqual(['b', 'none', 'a']);
});

test('a heading says how the table is sorted, and turns it round', () => {
  const { set } = show('value');
  fireEvent.click(screen.getByRole('button', { name: 'Show as table' }));
  const heading = screen.getByRole('columnheader', { name: /Value/ });
  expect(heading.getAttribute('aria-sort')).toBe('ascending');
  fireEvent.click(within(heading).getByRole('button'));
  expect(set).toHaveBeenCalledWith('-value');
});

test('where nothing can be drawn the reason stands in its place, and the table stays', () => {
  const why = 'Fewer than two participants have the outcome.';
  expect(show('').drawing).not.toBeNull();
  cleanup();
  expect(show('', { given: [{ name: 'none', value: null }], empty: why }).drawing).toBeNull();
  expect(screen.getByText(why)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Show as table' }));
  expect(screen.getByRole('table', { name: 'Values' })).toBeTruthy();
});

test.each<Kind>(['bars', 'lines'])('of nobody no %s are drawn', (kind) => {
  const nobody = [{ name: 'a', value: 0 }];
  expect(show('', { given: nobody, kind }).drawing).toBeNull();
  expect(screen.getByText('There are no data yet.')).toBeTruthy();
  cleanup();
  expect(show('', { given: [...nobody, { name: 'b', value: 1 }], kind }).drawing).not.toBeNull();
  cleanup();
  // A difference of 0 is a finding.
  expect(show('', { given: nobody, kind: 'intervals' }).drawing).not.toBeNull();
});

test('what has no value comes last, whichever way round', () => {
  const names = (sort: string) => sorted(rows, columns, sort).map((row) => row.name);
  expect(names('value')).toEqual(['b', 'a', 'none']);
  expect(names('-value')).toEqual(['a', 'b', 'none']);
  expect(names('name')).toEqual(['a', 'b', 'none']);
  expect(names('nothing')).toEqual(['b', 'none', 'a']);
  expect(turned('value', 'value')).toBe('-value');
  expect(turned('-value', 'value')).toBe('value');
});
