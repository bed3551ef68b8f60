import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { api } from '@/lib/api-client';
import { renderConsole } from '../../../../test/render-console';
import { client } from '../data/query';
import { UnblindingPart } from './unblinding';

const at = '2026-11-20T10:00:00Z';
const own = { person: 'anna', actor: 'Anna', at, reason: 'the analysis' };
const operator = { person: 'operator', actor: 'operator', at, reason: '(blinded)' };
const all = { person: null, actor: 'Anna', at, reason: 'it is published' };

async function show(state: object) {
  vi.spyOn(api, 'get').mockResolvedValue(state as never);
  cleanup();
  client.clear();
  renderConsole(<UnblindingPart />);
  await screen.findByRole('heading');
}

const buttons = () => screen.queryAllByRole('button').map((button) => button.textContent);

test.each([
  [{ unblinded: false, everybody: false, unblindings: [] }, 'You are blinded', 2],
  [{ unblinded: false, everybody: false, unblindings: [operator] }, 'You are blinded', 2],
  [{ unblinded: true, everybody: false, unblindings: [operator, own] }, 'You are unblinded', 1],
  [{ unblinded: true, everybody: true, unblindings: [own, all] }, 'Everybody is unblinded', 0],
])('%o', async (state, heading, asked) => {
  await show(state);
  screen.getByRole('heading', { name: heading });
  expect(screen.queryAllByRole('listitem')).toHaveLength(state.unblindings.length);
  expect(buttons()).toHaveLength(asked);
});

test('who is unblinded, by whom and why', async () => {
  await show({ unblinded: true, everybody: true, unblindings: [own, operator, all] });
  const items = screen.getAllByRole('listitem').map((item) => item.textContent);
  expect(items[0]).toMatch(/^anna, .*: “the analysis”$/);
  expect(items[1]).toMatch(/^the person at the command line, .*: “\(blinded\)”$/);
  expect(items[2]).toMatch(/^everybody, by Anna, .*: “it is published”$/);
});

test.each([
  ['Unblind me', false],
  ['Unblind everybody', true],
])('%s', async (name, everybody) => {
  await show({ unblinded: false, everybody: false, unblindings: [] });
  const post = vi.spyOn(api, 'post').mockResolvedValue({} as never);
  await userEvent.click(screen.getByRole('button', { name }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name }));
  expect(post).not.toHaveBeenCalled();
  await userEvent.type(dialog.getByLabelText('Reason'), 'The plan is registered');
  await userEvent.click(dialog.getByRole('button', { name }));
  const body = { reason: 'The plan is registered', everybody };
  await vi.waitFor(() => expect(post).toHaveBeenCalledWith('/api/admin/unblinding', { body }));
});
