import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import type { PublicItem, PublicSection } from '@/api/schema';
import { loadDraft } from '@/features/outbox/drafts';
import { forgetOwner } from '@/features/outbox/entries';
import * as outbox from '@/features/outbox/outbox';
import { ApiProblem } from '@/lib/problems';
import { option, participant, receiptAt, required } from '../../../test/fixtures';
import { renderAt } from '../../../test/render';
import { signIn } from '../../../test/sign-in';
import { QUESTIONNAIRES } from './api';
import { SectionForm } from './section-form';

const items: PublicItem[] = [
  {
    ...required,
    id: 'age',
    label: 'How old are you?',
    kind: 'number',
    min: 18,
    max: 110,
    integer: true,
    unit: null,
  },
  {
    ...required,
    id: 'reads',
    label: 'Do you read news?',
    kind: 'single',
    options: [option('yes', 'Yes'), option('no', 'No')],
  },
  {
    ...required,
    id: 'where',
    label: 'Where?',
    kind: 'text',
    long: false,
    minLength: null,
    maxLength: 50,
    showIf: { item: 'reads', is: ['yes'], isNot: null, atLeast: null, atMost: null },
  },
  {
    ...required,
    id: 'sure',
    label: 'How sure are you?',
    kind: 'slider',
    min: 0,
    max: 100,
    step: 1,
    ends: ['Not', 'Very'],
    unit: null,
  },
];
const section: PublicSection = { id: 'you', title: 'You', intro: null, counter: null, items };
const PAGE = 'pre-questionnaire/you';

function show(onSaved = vi.fn()) {
  const form = (
    <SectionForm
      page={PAGE}
      path="/api/users/save-pre-questionnaire-answers"
      failure="savePre"
      section={section}
      eyebrow="First questions"
      intro={null}
      last={false}
      earlier={{}}
      number={1}
      onSaved={onSaved}
    />
  );
  return { onSaved, ...renderAt('/pre-questionnaire', { '*': form }) };
}

const submitForm = () => userEvent.click(screen.getByRole('button', { name: 'Continue' }));

beforeEach(async () => {
  await forgetOwner(participant.code ?? '');
  signIn();
  document.title = 'First questions';
});

test('lists all errors, takes the focus, and links to the controls', async () => {
  show();
  await screen.findByLabelText('How old are you?');
  await submitForm();
  const summary = screen.getByRole('alert');
  expect(document.activeElement).toBe(summary);
  expect(document.title).toBe('Error: First questions');
  const links = within(summary)
    .getAllByRole('link')
    .map((link) => link.textContent);
  expect(links).toEqual([
    'How old are you? Enter a whole number from 18 to 110.',
    'Do you read news? Choose one of the answers.',
    'How sure are you? Choose a value from 0 to 100.',
  ]);
  await userEvent.click(within(summary).getByRole('link', { name: /whole number/ }));
  const age = screen.getByLabelText('How old are you?');
  expect(document.activeElement).toBe(age);
  expect(age.getAttribute('aria-invalid')).toBe('true');
});

test('an error disappears once its answer is valid, and nothing takes the focus', async () => {
  show();
  const age = await screen.findByLabelText<HTMLInputElement>('How old are you?');
  await submitForm();
  await userEvent.type(age, '4');
  expect(age.getAttribute('aria-invalid')).toBe('true');
  await userEvent.type(age, '2');
  expect(age.getAttribute('aria-invalid')).not.toBe('true');
  expect(document.activeElement).toBe(age);
  const line = within(screen.getByRole('alert')).getByRole('link', { name: /How old/ });
  expect(line.querySelector('s')).not.toBeNull();
  expect(line.textContent).toContain('(corrected)');
  expect(document.title).toBe('Error: First questions');
  await userEvent.click(screen.getByLabelText('No'));
  await userEvent.click(screen.getByRole('button', { name: 'More' }));
  expect(document.title).toBe('First questions');
  await userEvent.clear(age);
  expect(age.getAttribute('aria-invalid')).toBe('true');
});

test('a page of a section with one item per page has its number and folds the instructions', async () => {
  const judged = { ...section, intro: '<p>What to do.</p>', items: items.slice(0, 1) };
  const at = (number: number) => (
    <SectionForm
      {...QUESTIONNAIRES.pre}
      page={PAGE}
      section={{ ...judged, counter: { number, total: 12 } }}
      eyebrow="First questions"
      intro={null}
      last={false}
      earlier={{}}
      number={number}
      onSaved={vi.fn()}
    />
  );
  const first = renderAt('/pre-questionnaire', { '*': at(1) });
  await screen.findByRole('heading', { name: 'Question 1 of 12' });
  expect(screen.getByText('What to do.').closest('details')).toBeNull();
  first.unmount();
  renderAt('/pre-questionnaire', { '*': at(2) });
  await screen.findByRole('heading', { name: 'Question 2 of 12' });
  expect(screen.getByText('What to do.').closest('details')?.open).toBe(false);
});

test('instructions of judgements are on a page of their own, until there is an answer', async () => {
  const judgement: PublicItem = {
    ...required,
    id: 'clip',
    label: 'Is it original?',
    kind: 'judgement',
    options: [option('original', 'Original'), option('altered', 'Altered')],
    confidence: true,
    sharing: false,
    media: null,
    post: null,
  };
  const form = (
    <SectionForm
      {...QUESTIONNAIRES.pre}
      page={PAGE}
      section={{
        id: 'clips',
        title: 'Four clips',
        intro: '<p>What to do.</p>',
        counter: { number: 1, total: 4 },
        items: [judgement],
      }}
      eyebrow="First questions"
      intro="<p>First, four clips.</p>"
      last={false}
      earlier={{}}
      number={1}
      onSaved={vi.fn()}
    />
  );
  const first = renderAt('/pre-questionnaire', { '*': form });
  const start = await screen.findByRole('button', { name: 'Start' });
  screen.getByRole('heading', { name: 'Four clips' });
  screen.getByText('First, four clips.');
  expect(screen.getByText('What to do.').closest('details')).toBeNull();
  expect(screen.queryByText('Is it original?')).toBeNull();
  await userEvent.click(start);
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Question 1 of 4' }));
  expect(screen.getByText('What to do.').closest('details')?.open).toBe(false);
  expect(screen.queryByText('First, four clips.')).toBeNull();
  await userEvent.click(screen.getByLabelText('Altered'));
  await waitFor(async () => expect(await loadDraft(PAGE)).toEqual({ clip: 'altered' }));
  first.unmount();
  renderAt('/pre-questionnaire', { '*': form });
  expect((await screen.findByLabelText<HTMLInputElement>('Altered')).checked).toBe(true);
});

test('keeps the input if there are errors', async () => {
  show();
  const age = await screen.findByLabelText<HTMLInputElement>('How old are you?');
  await userEvent.type(age, '17');
  await userEvent.click(screen.getByLabelText('Yes'));
  await submitForm();
  expect(age.value).toBe('17');
  expect(screen.getByLabelText<HTMLInputElement>('Yes').checked).toBe(true);
});

test('shows an item when its condition holds, and sends only what is shown', async () => {
  const submit = vi.spyOn(outbox, 'submit').mockResolvedValue(receiptAt('/pre-questionnaire'));
  const { onSaved } = show();
  await userEvent.type(await screen.findByLabelText('How old are you?'), '42');
  expect(screen.queryByLabelText('Where?')).toBeNull();
  await userEvent.click(screen.getByLabelText('Yes'));
  await userEvent.type(screen.getByLabelText('Where?'), 'On paper');
  await userEvent.click(screen.getByLabelText('No'));
  await userEvent.click(screen.getByRole('button', { name: 'More' }));
  await submitForm();
  await waitFor(() => expect(onSaved).toHaveBeenCalled());
  const call = submit.mock.lastCall?.[1];
  expect(call?.body).toMatchObject({ section: 'you', answers: { age: 42, reads: 'no', sure: 51 } });
  expect(call?.body).not.toHaveProperty('answers.where');
});

test('a half-filled section is there again after a reload', async () => {
  const first = show();
  await userEvent.type(await screen.findByLabelText('How old are you?'), '42');
  await waitFor(async () => expect(await loadDraft(PAGE)).toEqual({ age: '42' }));
  first.unmount();
  show();
  expect((await screen.findByLabelText<HTMLInputElement>('How old are you?')).value).toBe('42');
});

test("shows the server's validation errors at their items", async () => {
  const problem = new ApiProblem({
    status: 422,
    code: 'invalid_answers',
    message: 'Some answers are missing or not valid.',
    fields: [{ item: 'age', code: 'whole', message: 'The server says no.' }],
  });
  vi.spyOn(outbox, 'submit').mockRejectedValue(problem);
  show();
  const age = await screen.findByLabelText('How old are you?');
  await userEvent.type(age, '42');
  await userEvent.click(screen.getByLabelText('No'));
  await userEvent.click(screen.getByRole('button', { name: 'Less' }));
  await submitForm();
  await screen.findByRole('link', { name: 'How old are you? The server says no.' });
  expect(age.getAttribute('aria-invalid')).toBe('true');
});

test('a slider that was not touched is unanswered, and shows that', async () => {
  show();
  const slider = await screen.findByRole('slider', { name: 'How sure are you?' });
  expect(slider.getAttribute('aria-valuetext')).toBe('Not answered yet');
  await userEvent.click(screen.getByRole('button', { name: 'More' }));
  expect(slider.getAttribute('aria-valuetext')).toBe('51 of 100');
});
