import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { ParticipantDetail, ParticipantList } from '@/api/schema';
import { api } from '@/lib/api-client';
import { renderConsole } from '../../../../test/render-console';
import { signIn } from '../../../../test/sign-in';
import { Actions } from './actions';
import ParticipantsPage from './participants-page';

const CODE = 'K7QM-2RXD';
const ONE = 'GET /api/admin/participants/{code}';
const EXCLUDE = 'POST /api/admin/participants/{code}/exclusion';

const list = {
  participants: [{ code: CODE, status: 'under_way', step: '/end', flags: [], waves: [] }],
  blinded: true,
  from: 1,
  all: 1,
  matching: 1,
} as unknown as ParticipantList;

const as = (...calls: string[]) => signIn({ username: 'anna', role: 'admin', calls });

test.each([
  [[], 0],
  [[ONE], 1],
] as const)('with %j, the list has %i link to a participant', async (calls, links) => {
  as(...calls);
  vi.spyOn(api, 'get').mockImplementation(((path: string) =>
    path === '/api/admin/participants' ? Promise.resolve(list) : new Promise(() => {})) as never);
  renderConsole(<ParticipantsPage />);
  expect(await screen.findByText(CODE)).toBeDefined();
  expect(screen.queryAllByRole('link', { name: CODE })).toHaveLength(links);
});

test.each([
  [[ONE], []],
  [[ONE, EXCLUDE], ['Exclude']],
])('with %j, the page of a participant offers %j', (calls, offered) => {
  as(...calls);
  const detail = { code: CODE, status: 'under_way', excluded: null } as ParticipantDetail;
  renderConsole(<Actions detail={detail} />);
  expect(screen.queryAllByRole('button').map((one) => one.textContent)).toEqual(offered);
});
