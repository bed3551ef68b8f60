import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { api } from '@/lib/api-client';
import { renderConsole } from '../../../../test/render-console';
import { signIn } from '../../../../test/sign-in';
import { client } from '../data/query';
import { AskForPackage } from './ask';

async function show(people: number, simulated: number): Promise<void> {
  const replies: Record<string, unknown> = {
    '/api/admin/unblinding': { byExport: people > 0 },
    '/api/admin/overview': { kinds: { people, simulated } },
  };
  vi.spyOn(api, 'get').mockImplementation(
    async (path) => replies[path.split('?')[0] ?? ''] as never,
  );
  renderConsole(<AskForPackage past={[]} />);
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
}

const tick = () => userEvent.click(screen.getByRole('checkbox', { name: /^Simulated/ }));

test('with simulated participants alone the page warns of an empty package, until they are ticked', async () => {
  await show(0, 600);
  expect(screen.getByText(/Unless you tick them above, the package is empty/)).toBeDefined();
  await tick();
  expect(screen.queryByText(/the package is empty/)).toBeNull();
});

test('next to participants it shows how many simulated ones are not included', async () => {
  await show(12, 600);
  expect(screen.getByText(/Simulated participants not included: 600/)).toBeDefined();
  await tick();
  expect(screen.queryByText(/not included/)).toBeNull();
});

test('without simulated participants it shows nothing', async () => {
  await show(12, 0);
  expect(screen.queryByText(/not included|is empty/)).toBeNull();
});

test('a package for publication is requested only with its box ticked', async () => {
  await show(0, 600);
  const post = vi.spyOn(api, 'post').mockRejectedValue(new Error('no server'));
  const download = () => userEvent.click(screen.getByRole('button', { name: 'Download' }));
  await download();
  expect(post.mock.lastCall?.[1]).toMatchObject({ body: { public: false } });
  await userEvent.click(screen.getByRole('checkbox', { name: /^Only for publication/ }));
  await download();
  expect(post.mock.lastCall?.[1]).toMatchObject({ body: { public: true } });
});

test('a blinded person is asked for a reason, unless the arms stay blinded', async () => {
  await show(12, 0);
  const post = vi.spyOn(api, 'post').mockRejectedValue(new Error('no server'));
  const download = () => userEvent.click(screen.getByRole('button', { name: 'Download' }));
  await userEvent.click(screen.getByRole('checkbox', { name: /^Accounts/ }));
  await userEvent.click(screen.getByRole('checkbox', { name: /^With blinded arms/ }));
  for (const name of [/^Only for publication/, /^Accounts/]) {
    const other = screen.getByRole<HTMLInputElement>('checkbox', { name });
    expect([other.disabled, other.checked]).toEqual([true, false]);
  }
  await download();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(post.mock.lastCall?.[1]).toMatchObject({ body: { blinded: true, identities: false } });
  await userEvent.click(screen.getByRole('checkbox', { name: /^With blinded arms/ }));
  await download();
  expect(screen.getByRole('dialog', { name: 'Unblind yourself and download?' })).toBeDefined();
});

test('without the right to unblind themselves, a person gets blinded arms only', async () => {
  signIn({ username: 'anna', role: 'admin', calls: ['POST /api/admin/exports'] });
  await show(12, 0);
  const choice = screen.getByRole<HTMLInputElement>('checkbox', { name: /^With blinded arms/ });
  expect([choice.disabled, choice.checked]).toEqual([true, true]);
  expect(screen.getByText(/because you may not unblind yourself/)).toBeDefined();
  const post = vi.spyOn(api, 'post').mockRejectedValue(new Error('no server'));
  await userEvent.click(screen.getByRole('button', { name: 'Download' }));
  expect(post.mock.lastCall?.[1]).toMatchObject({ body: { blinded: true } });
});
