import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import type { DeliveryRow, WebhookRow } from '@/api/schema';
import { api } from '@/lib/api-client';
import { ApiProblem } from '@/lib/problems';
import { client } from '../data/query';
import WebhooksPage from './webhooks-page';

const URL = 'https://lab.example.org/unmask';

const webhook: WebhookRow = {
  id: 'w1',
  url: URL,
  events: ['completed', 'wave_due'],
  createdAt: '2026-11-20T10:00:00.000Z',
  disabledAt: null,
};

const delivery: DeliveryRow = {
  id: 'msg_1',
  webhook: 'w1',
  url: URL,
  event: 'completed',
  wave: 'main',
  participant: 'K7QM-2RXD',
  at: '2026-11-20',
  state: 'failed',
  attempts: 10,
  nextAt: null,
  deliveredAt: null,
  lastStatus: 500,
  lastError: 'rejected',
};

const EVENTS = ['completed', 'withdrawn', 'wave_due'] as const;

function open(webhooks: WebhookRow[], deliveries: DeliveryRow[] = []) {
  const get = vi
    .spyOn(api, 'get')
    .mockImplementation(((path: string) =>
      Promise.resolve(
        path.endsWith('deliveries') ? { deliveries } : { webhooks, events: EVENTS },
      )) as never);
  render(
    <MemoryRouter>
      <QueryClientProvider client={client}>
        <WebhooksPage />
      </QueryClientProvider>
    </MemoryRouter>,
  );
  return get;
}

beforeEach(() => {
  client.clear();
  vi.restoreAllMocks();
});

test('webhooks are listed with their events, and one that is disabled can only be removed', async () => {
  const gone = { ...webhook, id: 'w2', url: 'https://old.example.org/', disabledAt: '2026-11-21' };
  open([webhook, gone]);
  const table = within(await screen.findByRole('table', { name: 'Webhooks' }));
  const rows = table.getAllByRole('row').slice(1);
  expect(rows[0]?.textContent).toContain('Completed, Later part open');
  expect(rows[0]?.textContent).toContain('Active');
  expect(rows[1]?.textContent).toContain('Disabled by the receiver');
  expect(table.getByRole('button', { name: `Test ${URL}` })).toBeDefined();
  expect(table.queryByRole('button', { name: `Test ${gone.url}` })).toBeNull();
  expect(table.getByRole('button', { name: `Remove ${gone.url}` })).toBeDefined();
});

test('a webhook is added with the chosen events, and its secret is shown', async () => {
  open([]);
  const user = userEvent.setup();
  const post = vi.spyOn(api, 'post').mockResolvedValue({ webhook, secret: 'whsec_abc' } as never);
  await user.type(await screen.findByRole('textbox', { name: 'Address' }), URL);
  await user.click(screen.getByRole('checkbox', { name: 'Withdrawn' }));
  await user.click(screen.getByRole('button', { name: 'Add webhook' }));
  expect(await screen.findByText('whsec_abc')).toBeDefined();
  expect(post).toHaveBeenCalledWith('/api/admin/webhooks', {
    body: { url: URL, events: ['completed', 'wave_due'] },
  });
});

test('what is wrong is said next to its field', async () => {
  open([]);
  const user = userEvent.setup();
  const fields = ['url', 'events'].map((item) => ({
    item,
    code: `webhook_${item}`,
    params: {},
    message: `wrong ${item}`,
  }));
  const problem = new ApiProblem({ status: 422, code: 'invalid_fields', fields } as never);
  vi.spyOn(api, 'post').mockRejectedValue(problem);
  await user.click(await screen.findByRole('button', { name: 'Add webhook' }));
  const address = await screen.findByRole('textbox', { name: 'Address' });
  expect(address.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText('wrong url')).toBeDefined();
  expect(screen.getByText('wrong events')).toBeDefined();
  expect(screen.getByRole('checkbox', { name: 'Completed' }).getAttribute('aria-invalid')).toBe(
    'true',
  );
});

test('removing asks first', async () => {
  open([webhook]);
  const user = userEvent.setup();
  const remove = vi.spyOn(api, 'delete').mockResolvedValue(undefined as never);
  await user.click(await screen.findByRole('button', { name: `Remove ${URL}` }));
  expect(remove).not.toHaveBeenCalled();
  const dialog = within(screen.getByRole('dialog', { name: 'Remove this webhook?' }));
  await user.click(dialog.getByRole('button', { name: 'Remove' }));
  expect(remove).toHaveBeenCalledWith('/api/admin/webhooks/{id}', { path: { id: 'w1' } });
});

test('the log shows the last reply, and sends an event again', async () => {
  const waiting = { ...delivery, id: 'msg_2', state: 'waiting', attempts: 0, lastStatus: null };
  const late = { ...delivery, id: 'msg_3', state: 'retrying', lastStatus: null, lastError: 'late' };
  open([webhook], [delivery, { ...waiting, lastError: null } as DeliveryRow, late as DeliveryRow]);
  const user = userEvent.setup();
  const post = vi.spyOn(api, 'post').mockResolvedValue({ event: 'msg_1' } as never);
  const table = within(await screen.findByRole('table', { name: 'Delivery log' }));
  const rows = table.getAllByRole('row').slice(1);
  expect(rows[0]?.textContent).toContain('The receiver rejected it. Status 500');
  expect(rows[0]?.textContent).toContain('Given up');
  expect(rows[0]?.textContent).toContain('K7QM-2RXDPart main');
  expect(rows[2]?.textContent).toContain('The receiver did not reply within 10 seconds.');
  expect(within(rows[1] as HTMLElement).queryByRole('button')).toBeNull();
  const again = within(rows[0] as HTMLElement).getByRole('button');
  expect(again.getAttribute('aria-label')).toBe('Send again: Completed, K7QM-2RXD');
  await user.click(again);
  expect(post).toHaveBeenCalledWith('/api/admin/webhooks/deliveries/{id}/redelivery', {
    path: { id: 'msg_1' },
  });
});
