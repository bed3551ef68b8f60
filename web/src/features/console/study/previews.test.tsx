import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { StudyState } from '@/api/schema';
import { api } from '@/lib/api-client';
import { renderConsole } from '../../../../test/render-console';
import { openSandbox } from '../preview/sandbox';
import { Previews } from './previews';

vi.mock('../preview/sandbox', () => ({ openSandbox: vi.fn() }));

const page = { kind: 'end', page: '/end', block: null, part: null };
const views = (group: string) => ({
  group,
  steps: [{ step: '/end', shown: [{ title: null, number: null, views: [page] }] }],
});

async function show(arms: { id: string; label: string; group: string | null }[]) {
  vi.spyOn(api, 'get').mockResolvedValue([views('control_0'), views('treatment_0')] as never);
  const study = { locales: ['en'], arms: arms.map((arm) => ({ arm })) } as unknown as StudyState;
  renderConsole(<Previews study={study} />);
  const list = await screen.findByRole('combobox', { name: 'Group' });
  return [...list.querySelectorAll('option')].map((option) => option.textContent);
}

test('named arms are listed by name, also above the preview', async () => {
  const names = await show([
    { id: 'b', label: 'Ratings', group: 'control_0' },
    { id: 'a', label: 'Clip training', group: 'treatment_0' },
  ]);
  expect(names).toEqual(['Ratings', 'Clip training']);
  vi.spyOn(window, 'open').mockReturnValue({} as Window);
  const post = vi.spyOn(api, 'post').mockResolvedValue({ path: '/end' } as never);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Group' }), 'Clip training');
  await userEvent.click(screen.getByRole('button', { name: /Debrief/ }));
  await vi.waitFor(() => expect(openSandbox).toHaveBeenCalled());
  expect(post).toHaveBeenCalledWith(
    '/api/admin/previews',
    expect.objectContaining({ body: expect.objectContaining({ group: 'treatment_0' }) }),
  );
  const preview = vi.mocked(openSandbox).mock.calls[0]?.[1];
  expect(preview?.words.title).toBe('Preview of Clip training');
});

test('a letter is never given to a group', async () => {
  const names = await show([
    { id: 'a', label: 'Arm A', group: null },
    { id: 'b', label: 'Arm B', group: null },
  ]);
  expect(names).toEqual(['control_0', 'treatment_0']);
});

test('a study with conditions within participants has lists in the place of the forms', async () => {
  const lists = ['1', '2', '3', '4'];
  vi.spyOn(api, 'get').mockResolvedValue([{ ...views('warned'), lists }] as never);
  renderConsole(<Previews study={{ locales: ['en'], arms: [] } as unknown as StudyState} />);
  const forms = await screen.findByRole('combobox', { name: 'Test form' });
  expect([...forms.querySelectorAll('option')].map((option) => option.value)).toEqual(lists);
  vi.spyOn(window, 'open').mockReturnValue({} as Window);
  const post = vi.spyOn(api, 'post').mockResolvedValue({ path: '/end' } as never);
  await userEvent.selectOptions(forms, '3');
  await userEvent.click(screen.getByRole('button', { name: /Debrief/ }));
  await vi.waitFor(() =>
    expect(post).toHaveBeenCalledWith(
      '/api/admin/previews',
      expect.objectContaining({ body: expect.objectContaining({ form: '3' }) }),
    ),
  );
});
