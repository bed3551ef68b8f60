import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { api } from '@/lib/api-client';
import { client } from '../data/query';
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
  erased: 0,
  excluded: 0,
});

function show(more: object) {
  const signs = { stuck: 0, tooFast: 0, straightLining: 0, failedAttention: 0, mediaFailed: 0 };
  const kinds = { people: 56, simulated: 0, previews: 0 };
  const arms = [of(27), of(26)];
  const overview = { all: of(56), arms, signs, kinds, target: 53, ...more };
  vi.spyOn(api, 'get').mockResolvedValue(overview);
  cleanup();
  client.clear();
  render(
    <QueryClientProvider client={client}>
      <OverviewPage />
    </QueryClientProvider>,
  );
}

test('what is planned is held against the places that are taken, as on the page Study', async () => {
  show({});
  const figure = (await screen.findByText('Registered')).closest('div');
  // Three gave their place back, and others took it.
  expect(figure?.textContent).toBe('Registered5653 of 53 planned slots taken');
});

test('robots fill no place of those that are planned', async () => {
  show({ withSimulated: true });
  const figure = (await screen.findByText('Registered')).closest('div');
  expect(figure?.textContent).toBe('Registered56');
});

test('what the signs leave out is said as long as they leave it out', async () => {
  show({ masked: true });
  await screen.findByText(/for all registered participants; while the study is blinded, without/);
  show({ masked: false });
  await screen.findByText(/for all registered participants\. “Results”/);
});
