import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { InvitationMessage, InvitationsOverview } from '@/api/schema';
import { api } from '@/lib/api-client';
import { renderConsole } from '../../../../test/render-console';
import { InvitationsSection } from './invitations';

const invitation: InvitationMessage = {
  message: 'invitation',
  people: [
    { state: 'planned', people: 3 },
    { state: 'sent', people: 12 },
    { state: 'unsubscribed', people: 1 },
  ],
  nextDue: '2026-12-01T10:00:00.000Z',
  errors: [],
};
const reminder: InvitationMessage = {
  message: 'reminder_2',
  people: [{ state: 'failed', people: 2 }],
  nextDue: null,
  errors: [{ kind: 'rejected', reason: 'the mail server replied 550', messages: 2 }],
};

function show(reply: InvitationsOverview) {
  vi.spyOn(api, 'get').mockResolvedValue(reply as never);
  return renderConsole(<InvitationsSection />);
}

const wave = (messages: InvitationMessage[]) => ({
  id: 'follow_up',
  title: 'Second part',
  messages,
});

test('each message has its numbers by state, and states of nobody have no column', async () => {
  show({ sending: true, waves: [wave([invitation, reminder])] });
  const table = await screen.findByRole('table', { name: 'Second part (follow_up)' });
  const rows = within(table).getAllByRole('row');
  const texts = (row: HTMLElement | undefined) =>
    [...(row?.children ?? [])].map((cell) => cell.textContent);
  expect(texts(rows[0])).toEqual([
    'Message',
    'Planned',
    'Due now',
    'Sent',
    'Rejected',
    'Unsubscribed',
    'Next due',
  ]);
  expect(texts(rows[1]).slice(0, 6)).toEqual(['Invitation', '3', '0', '12', '0', '1']);
  expect(texts(rows[2])).toEqual(['Reminder 2', '0', '0', '0', '2', '0', '–']);
});

test('a failure has its reason and what to do, and a server without a mail server is named', async () => {
  show({ sending: false, waves: [wave([reminder])] });
  await screen.findByText('This server sends no e-mails.');
  const item = screen.getByRole('listitem').textContent;
  expect(item).toContain('2 e-mails: The mail server rejected the message. Its own log says why.');
  expect(item).toMatch(/\(SMTP 550\)$/);
  expect(item).not.toContain('the mail server replied');
});

test('a study that sends none has no section', async () => {
  const { container } = show({ sending: false, waves: [] });
  await vi.waitFor(() => expect(container.innerHTML).toBe(''));
});

test('a reason is not repeated after its kind, but an unknown one is shown', async () => {
  const late = {
    kind: 'late',
    reason: 'the mail server did not reply in time',
    messages: 1,
  } as const;
  const other = { kind: 'unwritten', reason: 'no such template', messages: 1 } as const;
  show({ sending: true, waves: [wave([{ ...reminder, errors: [late, other] }])] });
  const items = (await screen.findAllByRole('listitem')).map((item) => item.textContent.trim());
  expect(items[0]).toMatch(/The mail server did not reply in time\. The server tries again\.$/);
  expect(items[1]).toMatch(/\(no such template\)$/);
});
