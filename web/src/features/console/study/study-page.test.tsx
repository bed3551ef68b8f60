import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { StudyState } from '@/api/schema';
import { api } from '@/lib/api-client';
import { renderConsole } from '../../../../test/render-console';
import { signIn } from '../../../../test/sign-in';
import StudyPage from './study-page';

const study = {
  title: 'Study',
  status: 'open',
  open: true,
  endedAt: null,
  allocated: 2,
  locales: ['en'],
  arms: [],
  design: [],
  versions: [],
  schedule: { slots: 8, commitment: null },
} as unknown as StudyState;

/** Opens the page as somebody whose role includes these calls, and returns the paths that it reads. */
async function open(calls: string[]) {
  signIn({ username: 'anna@example.org', role: 'admin', calls });
  const get = vi
    .spyOn(api, 'get')
    .mockImplementation(((path: string) =>
      path === '/api/admin/study' ? Promise.resolve(study) : new Promise(() => {})) as never);
  renderConsole(<StudyPage />);
  await screen.findByText('Participants can register.');
  return get.mock.calls.map(([path]) => path);
}

const headings = () => screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent);

test('a role that only sees the study is offered nothing, and makes no call that is not allowed', async () => {
  expect(await open(['GET /api/admin/study'])).toEqual(['/api/admin/study']);
  expect(screen.queryByRole('button')).toBeNull();
  expect(headings()).toEqual(['Recruitment', 'Design', 'Quotas', 'Versions']);
});

test('an editor previews pages and compares versions, and does not pause the study', async () => {
  const design = ['GET /api/admin/previews', 'GET /api/admin/study/version'];
  const paths = await open(['GET /api/admin/study', ...design]);
  expect(paths).toEqual(['/api/admin/study', '/api/admin/previews', '/api/admin/study/version']);
  expect(screen.queryByRole('button', { name: 'Pause' })).toBeNull();
});

test('an owner is offered everything', async () => {
  await open(['PUT /api/admin/study/status', 'PUT /api/admin/study/quotas']);
  expect(screen.getByRole('button', { name: 'Pause' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Change the quotas' })).toBeDefined();
});
