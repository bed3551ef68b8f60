import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FormEvent } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { PublicItem } from '@/api/schema';
import { forgetDrafts, loadDraft } from '@/features/outbox/drafts';
import { createRecorder } from '@/features/timing/recorder';
import { ErrorSummary } from '@/ui/error-summary';
import { participant, required } from '../../../test/fixtures';
import { signIn } from '../../../test/sign-in';
import { SectionItems } from './section-items';
import { useSection } from './use-section';

const item: PublicItem = {
  id: 'sources',
  label: 'Whom do you trust?',
  ...required,
  kind: 'ranking',
  rows: ['Friends', 'Papers', 'Radio', 'Strangers'].map((label) => ({ id: label, label })),
};
const REQUIRED = [item];
const OPTIONAL = [{ ...item, required: false }];
const NONE: [] = [];
const PAGE = 'pre-questionnaire/news';
const recorder = createRecorder(PAGE, () => 0);
const sent = vi.fn();
const setPointerCapture = vi.fn();

function Section({ items }: { items: PublicItem[] }) {
  const form = useSection({ page: PAGE, items, earlier: {}, recorder, rejected: NONE });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    sent(form.check());
  };
  if (!form.ready) return null;
  return (
    <form onSubmit={submit}>
      <ErrorSummary errors={form.summary} />
      <SectionItems form={form} recorder={recorder} />
      <button type="submit">Continue</button>
    </form>
  );
}

const positionOf = (label: string) =>
  screen.getByRole<HTMLSelectElement>('combobox', { name: `${label}: rank` });

/** "2 Radio": the rows from top to bottom, each with its rank. */
const rows = () =>
  screen.getAllByRole('combobox').map((select) => {
    const { id, value } = select as HTMLSelectElement;
    return `${value || '–'} ${id}`;
  });

const choose = (label: string, position: number) =>
  userEvent.selectOptions(positionOf(label), String(position));

const submit = () => userEvent.click(screen.getByRole('button', { name: 'Continue' }));

async function show(items = REQUIRED) {
  const shown = render(<Section items={items} />);
  await screen.findByRole('group', { name: /Whom do you trust/ });
  return shown;
}

/** Presses the handle of a row and moves it by a number of ranks; each row is 60 px high in this test. */
function drag(label: string, ranks: number): HTMLElement {
  const row = screen.getByText(label).closest('li') as HTMLElement;
  const handle = row.firstElementChild as HTMLElement;
  const clientY = row.getBoundingClientRect().top + 20;
  const pointer = { pointerId: 1, isPrimary: true, button: 0 };
  fireEvent.pointerDown(handle, { ...pointer, clientY });
  expect(setPointerCapture).toHaveBeenCalledTimes(1);
  setPointerCapture.mockClear();
  fireEvent.pointerMove(handle, { ...pointer, clientY: clientY + (ranks * 60) / 2 });
  fireEvent.pointerMove(handle, { ...pointer, clientY: clientY + ranks * 65 });
  return handle;
}

beforeEach(async () => {
  await forgetDrafts(participant.code ?? '');
  signIn();
  sent.mockClear();
  Element.prototype.setPointerCapture = setPointerCapture;
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const at = this.parentElement ? [...this.parentElement.children].indexOf(this) : 0;
    return this.tagName === 'LI' ? new DOMRect(0, 200 + at * 60, 300, 52) : new DOMRect();
  });
});

test('nothing is ranked before the participant acts, and a required item has one error', async () => {
  await show();
  expect(rows()).toEqual(['– Friends', '– Papers', '– Radio', '– Strangers']);
  await submit();
  const link = within(screen.getByRole('alert')).getByRole('link');
  expect(link.textContent).toBe('Whom do you trust? Give each option a different rank.');
  await userEvent.click(link);
  expect(document.activeElement).toBe(positionOf('Friends'));
  expect(sent).toHaveBeenLastCalledWith(undefined);
});

test('choosing ranks ranks row by row, and then the last row', async () => {
  await show();
  await choose('Radio', 1);
  expect(rows()).toEqual(['1 Radio', '– Friends', '– Papers', '– Strangers']);
  await choose('Friends', 4);
  expect(rows()).toEqual(['1 Radio', '– Papers', '– Strangers', '4 Friends']);
  await submit();
  expect(sent).toHaveBeenLastCalledWith(undefined);
  await choose('Strangers', 2);
  expect(rows()).toEqual(['1 Radio', '2 Strangers', '3 Papers', '4 Friends']);
  await submit();
  expect(sent).toHaveBeenLastCalledWith({ Radio: 1, Strangers: 2, Papers: 3, Friends: 4 });
});

test('a rank that is used moves the rows up to the nearest unused rank', async () => {
  await show();
  await choose('Radio', 2);
  await choose('Friends', 2);
  expect(rows()).toEqual(['– Papers', '2 Friends', '3 Radio', '– Strangers']);
  await choose('Papers', 1);
  expect(rows()).toEqual(['1 Papers', '2 Friends', '3 Radio', '4 Strangers']);
  await choose('Strangers', 1);
  expect(rows()).toEqual(['1 Strangers', '2 Papers', '3 Friends', '4 Radio']);
});

test('keys that pass a rank do not change other rows, and keep the focus', async () => {
  await show();
  await choose('Friends', 1);
  await choose('Papers', 3);
  const select = positionOf('Radio');
  select.focus();
  for (const value of ['1', '2', '3', '4']) fireEvent.change(select, { target: { value } });
  expect(rows()).toEqual(['1 Friends', '2 Strangers', '3 Papers', '4 Radio']);
  expect(document.activeElement).toBe(select);
});

test('a rank can be removed', async () => {
  await show(OPTIONAL);
  await choose('Radio', 1);
  await userEvent.selectOptions(positionOf('Radio'), '');
  expect(rows()).toEqual(['– Friends', '– Papers', '– Radio', '– Strangers']);
  await submit();
  expect(sent).toHaveBeenLastCalledWith({});
  expect(screen.getByRole('status').textContent).toBe('');
});

test('an optional item may be left open, but not half ranked', async () => {
  await show(OPTIONAL);
  await choose('Radio', 1);
  await submit();
  expect(sent).toHaveBeenLastCalledWith(undefined);
  expect(screen.getByRole('group').getAttribute('aria-invalid')).toBe('true');
});

test('dragging a row ranks all rows in the order on the screen', async () => {
  await show();
  const handle = drag('Friends', 2);
  expect(rows()[0]).toBe('– Friends');
  expect(screen.getByText('Radio').closest('li')?.style.translate).toBe('0 -60px');
  fireEvent.pointerUp(handle, { pointerId: 1 });
  expect(rows()).toEqual(['1 Papers', '2 Radio', '3 Friends', '4 Strangers']);
  expect(screen.getByRole('status').textContent).toBe(
    'New order: 1 Papers, 2 Radio, 3 Friends, 4 Strangers.',
  );
  fireEvent.pointerUp(drag('Strangers', -3), { pointerId: 1 });
  expect(rows()).toEqual(['1 Strangers', '2 Papers', '3 Radio', '4 Friends']);
});

test('a press on a handle is not a drag', async () => {
  await show();
  fireEvent.pointerUp(drag('Friends', 0), { pointerId: 1 });
  expect(rows()[0]).toBe('– Friends');
});

test.each([
  ['Escape', () => fireEvent.keyDown(window, { key: 'Escape' })],
  ['a pointer that the browser takes', (handle: HTMLElement) => fireEvent.pointerCancel(handle)],
])('%s cancels a drag', async (_, cancel) => {
  await show();
  const handle = drag('Friends', 2);
  cancel(handle);
  fireEvent.pointerUp(handle, { pointerId: 1 });
  expect(rows()).toEqual(['– Friends', '– Papers', '– Radio', '– Strangers']);
  expect(screen.getByText('Radio').closest('li')?.style.translate).toBe('');
});

test('a half-done ranking is there again after a reload', async () => {
  const first = await show();
  await choose('Radio', 2);
  await waitFor(async () => expect(await loadDraft(PAGE)).toEqual({ Radio: 2 }));
  first.unmount();
  await show();
  expect(rows()).toEqual(['– Friends', '2 Radio', '– Papers', '– Strangers']);
});
