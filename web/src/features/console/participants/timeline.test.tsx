import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { TimelineMoment as Moment } from '@/api/schema';
import { de } from '@/locales/console.de';

import { Timeline } from './timeline';

const submitted = {
  kind: 'submitted' as const,
  at: '2026-11-20T10:00:00Z',
  receipt: 'r-1',
  step: '/pre-questionnaire',
  attempt: 1,
  correct: null,
  seconds: 9,
  hiddenSeconds: null,
  media: [],
  flags: [],
};

test('a timeline has the texts of the study, with the names in the data next to them', () => {
  const moments: Moment[] = [
    {
      kind: 'consented',
      at: '2026-11-20T09:59:00Z',
      version: '1',
      locale: 'en',
      ticks: { contact_again: true, other: false },
      labels: { contact_again: 'You may write to me again.' },
    },
    {
      ...submitted,
      item: 'pre/about_you',
      title: 'About you',
      answers: { age: 30, x: 1 },
      labels: { age: 'How old are you?' },
    },
    { ...submitted, item: 'pre/older', title: null, answers: {}, labels: {} },
  ];
  render(<Timeline moments={moments} blinded={false} />);
  const text = (found: Element | null | undefined) => found?.textContent ?? '';
  const [consented, named, unnamed] = screen
    .getAllByRole('listitem')
    .filter((item) => item.querySelector('time'));
  expect(text(consented)).toContain('You may write to me again.contact_again');
  expect(text(consented)).toContain('☐other');
  expect(text(named)).toContain('Answered: About you');
  expect(text(named)).toContain('pre/about_you');
  expect(text(unnamed)).toContain('Answered: pre/older');
  const heads = within(named as HTMLElement).getAllByRole('rowheader', { hidden: true });
  expect(heads.map(text)).toEqual(['How old are you?age', 'x']);
});

test('a judgement with advice says whether it was made before or after it', () => {
  const judged = { ...submitted, item: 'post/clips/a', title: null, answers: {}, labels: {} };
  const moments: Moment[] = [
    { ...judged, stage: 'initial', correct: false },
    { ...judged, stage: 'final', correct: true },
  ];
  render(<Timeline moments={moments} blinded={false} />);
  screen.getByText('Answered: post/clips/a (before advice, incorrect)');
  screen.getByText('Answered: post/clips/a (after advice, correct)');
});

test('while blinded, what follows the arm-specific part has a day, and no time or receipt', () => {
  const at = '2026-11-20';
  const item = { ...submitted, at, receipt: null, item: 'post/x', title: null, answers: null };
  render(<Timeline moments={[{ ...item, labels: {} }]} blinded />);
  const [moment] = screen.getAllByRole('listitem');
  expect(moment?.querySelector('time')?.textContent).toBe('20 Nov 2026 (UTC)');
  expect(moment?.textContent).not.toContain('Receipt');
  screen.getByText(/show only the day/);
});

test('usage events have the names of the language, or the name that another client sent', async () => {
  const at = '2026-11-20T10:00:00Z';
  const moments = ['Page Viewed', 'Own event'].map(
    (name): Moment => ({ kind: 'event', at, name, page: '/profile' }),
  );
  render(<Timeline moments={moments} blinded={false} />);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Show 2 usage events' }));
  screen.getByText('Page viewed /profile');
  screen.getByText('Own event /profile');
  expect(de.eventNames['Page Viewed']).toBe('Seite aufgerufen');
});
