import { cleanup, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { api } from '@/lib/api-client';
import { renderConsole } from '../../../../test/render-console';
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
  renderConsole(<OverviewPage />);
}

test('the target is compared with the slots that are taken, as on the page Study', async () => {
  show({});
  const figure = (await screen.findByText('Registered')).closest('div');
  // Three slots were released, and taken by others.
  expect(figure?.textContent).toBe('Registered5653 of 53 planned slots taken');
});

test('simulated participants take none of the planned slots', async () => {
  show({ withSimulated: true });
  const figure = (await screen.findByText('Registered')).closest('div');
  expect(figure?.textContent).toBe('Registered56');
});

test('what the quality flags leave out is shown as long as they leave it out', async () => {
  show({ masked: true });
  await screen.findByText(/for all registered participants; while the study is blinded, without/);
  show({ masked: false });
  await screen.findByText(/for all registered participants\. “Results”/);
});
