import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderConsole } from '../../../../test/render-console';
import { NONE, num } from './format';
import { numeric, Table } from './table';

test('a cell without a value says so, with the reason if it is known', () => {
  const rows = [{ why: null }, { why: 'Only one participant.' }];
  renderConsole(
    <Table<{ why: string | null }>
      caption="Differences"
      rows={rows}
      rowKey={(_, at) => String(at)}
      columns={[
        { id: 'cue', label: 'Cue', cell: () => NONE, why: () => undefined },
        numeric('d', 'd', () => num(null)),
      ]}
    />,
  );
  const cells = screen.getAllByRole('cell').map((cell) => cell.textContent);
  const reason = 'not computed: Only one participant.';
  expect(cells).toEqual(['none', 'no value', reason, reason]);
  expect(screen.getAllByTitle('Only one participant.')).toHaveLength(2);
});
