import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import type { PublicItem, PublicSection } from '@/api/schema';
import { forgetOwner } from '@/features/outbox/entries';
import * as outbox from '@/features/outbox/outbox';
import { option, participant, receiptAt, required } from '../../../test/fixtures';
import { renderAt } from '../../../test/render';
import { signIn } from '../../../test/sign-in';
import { QUESTIONNAIRES } from './api';
import { SectionForm } from './section-form';

const item: PublicItem = {
  ...required,
  id: 'post_1',
  label: 'Original or altered?',
  kind: 'judgement',
  media: null,
  post: { author: 'Ada', handle: '@ada', age: '1 day ago', text: 'Hello', portrait: null },
  options: [option('original', 'Original'), option('altered', 'Altered')],
  confidence: true,
  sharing: false,
};
const section: PublicSection = {
  id: 'clips/post_1/final',
  title: 'Clips',
  intro: '<p>Judge twice.</p>',
  counter: { number: 1, total: 2 },
  stage: 'final',
  advice: { text: 'The program says: original.', initial: 'altered', confidence: 70 },
  items: [item],
};

beforeEach(async () => {
  await forgetOwner(participant.code ?? '');
  signIn();
});

test('shows the advice with the answer before it, and asks for another one', async () => {
  const onSaved = vi.fn();
  const submit = vi.spyOn(outbox, 'submit').mockResolvedValue(receiptAt('/pre-questionnaire'));
  const form = (
    <SectionForm
      {...QUESTIONNAIRES.pre}
      page="pre-questionnaire/clips/post_1/final"
      section={section}
      eyebrow="First questions"
      intro={null}
      last={false}
      earlier={{ post_1: 'altered', post_1_confidence: 70 }}
      number={2}
      onSaved={onSaved}
    />
  );
  renderAt('/pre-questionnaire', { '*': form });
  // No page of its own for the instructions, which were read before the first answer.
  await screen.findByRole('heading', { name: 'The program says: original.' });
  expect(screen.getByText('You answered: Altered (70%)')).toBeTruthy();
  const radios = await screen.findAllByRole<HTMLInputElement>('radio');
  expect(radios.filter(({ checked }) => checked)).toEqual([]);
  const goOn = screen.getByRole('button', { name: 'Continue' });
  await userEvent.click(goOn);
  expect(submit).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('radio', { name: 'Altered' }));
  const sure = radios.find(({ value }) => value === '80');
  if (sure) await userEvent.click(sure);
  await userEvent.click(goOn);
  const [, call] = submit.mock.calls[0] ?? [];
  expect(call?.body).toMatchObject({
    section: 'clips/post_1/final',
    answers: { post_1: 'altered', post_1_confidence: 80 },
  });
});

const shown = (stage: 'initial' | 'final') => {
  const { advice, ...rest } = section;
  const props = { stage, ...(stage === 'final' && { advice }) };
  renderAt('/pre-questionnaire', {
    '*': (
      <SectionForm
        {...QUESTIONNAIRES.pre}
        page={`pre-questionnaire/clips/post_1/${stage}`}
        section={{ ...rest, intro: null, ...props }}
        eyebrow="First questions"
        intro={null}
        last={false}
        earlier={{}}
        number={1}
        onSaved={() => {}}
      />
    ),
  });
};
const FINAL = /you can no longer change this answer/;

test('before advice, the answer is not called final, and advice is not announced', async () => {
  shown('initial');
  await screen.findByText('This answer is stored when you continue.');
  expect(screen.queryByText(FINAL)).toBeNull();
  expect(screen.queryByText(/advice/i)).toBeNull();
});

test('after advice, the answer is final', async () => {
  shown('final');
  await screen.findByText(FINAL);
});
