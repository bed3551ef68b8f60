import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { api } from '@/lib/api-client';
import { renderConsole } from '../../../../test/render-console';
import { client } from '../data/query';
import { countSimulated } from '../data/simulated';
import OverviewPage from './overview-page';

vi.mock('./live-line', () => ({ LiveLine: () => null }));
vi.mock('./usage', () => ({ UsageSection: () => null }));
vi.mock('./enrolment', () => ({ EnrolmentSection: () => null }));
vi.mock('./funnel', () => ({ Funnel: () => null }));

const of = (allocated: number) => ({
  allocated,
  exposed: 0,
  finished: 0,
  underWay: 0,
  withdrawn: 0,
  turnedAway: 0,
  erased: 0,
  excluded: 0,
});

/** `people`: what differs without simulated participants. */
function show(more: object, people: object = {}) {
  const flags = {
    inactive: 0,
    tooFast: 0,
    straightLining: 0,
    failedAttention: 0,
    mediaFailed: 0,
    answeredUnseen: 0,
    answeredUnchecked: 0,
    notTimed: 0,
  };
  const kinds = { people: 56, simulated: 0, previews: 0 };
  const arms = [of(27), of(26)];
  const overview = {
    all: of(56),
    arms,
    days: [],
    waves: [],
    status: 'open',
    flags,
    kinds,
    target: 53,
    ...more,
  };
  vi.spyOn(api, 'get').mockImplementation(async (_path, ...[input]) => {
    const { simulated } = (input as unknown as { query: { simulated: boolean } }).query;
    return { ...overview, ...(simulated ? { withSimulated: true } : people) } as never;
  });
  cleanup();
  client.clear();
  renderConsole(<OverviewPage />);
}

test('the target is compared with the assigned slots, as on the page Study', async () => {
  show({});
  // Three slots were released, and taken by others.
  const bar = await screen.findByRole('progressbar', { name: '53 of 53 planned slots taken' });
  expect(bar.getAttribute('value')).toBe('1');
  expect(screen.getByText('The target is reached.')).toBeDefined();
});

test('rate and forecast are above the figures', async () => {
  vi.setSystemTime('2026-11-26T12:00:00Z');
  onTestFinished(() => void vi.useRealTimers());
  const days = [{ day: '2026-11-25', arms: [{ arm: 'a', allocated: 4 }] }];
  show({ days, target: 61 });
  const text = await screen.findByText(
    '4 yesterday. At this rate, the target is reached on 28 November 2026.',
  );
  const figures = screen.getByText('Registered');
  expect(text.compareDocumentPosition(figures) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

test('without a target, there is a rate, and no forecast is promised', async () => {
  vi.setSystemTime('2026-11-26T12:00:00Z');
  onTestFinished(() => void vi.useRealTimers());
  show({ target: null });
  await screen.findByText('The rate is shown after the first complete day (UTC).');
  show({ target: null, days: [{ day: '2026-11-25', arms: [{ arm: 'a', allocated: 4 }] }] });
  await screen.findByText('4 yesterday.');
});

test('with simulated participants, the target still counts people only', async () => {
  countSimulated(true);
  onTestFinished(() => countSimulated(false));
  show({ all: of(116) }, { arms: [of(2), of(1)] });
  const figure = (await screen.findByText('Registered')).closest('div');
  expect(figure?.textContent).toBe('Registered116');
  await screen.findByText('3 of 53 planned slots taken');
  screen.getByText('Simulated participants do not count towards the target.');
  countSimulated(false);
  await waitFor(() => expect(screen.queryByText(/^Simulated participants/)).toBeNull());
});

test('the page names what the quality flags omit while they omit it', async () => {
  show({ blinded: true });
  await screen.findByText(/for all registered participants; while you are blinded, without/);
  show({ blinded: false });
  await screen.findByText(/for all registered participants\. “Results”/);
});
