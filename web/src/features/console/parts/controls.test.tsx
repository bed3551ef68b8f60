import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderAt } from '../../../../test/render';
import { useSearch } from '../data/use-search';
import { Find, Pick } from './controls';

const DEFAULTS = { q: '', status: '' };

function List() {
  const [search, set] = useSearch(DEFAULTS);
  const statuses = ['', 'gone'].map((value) => ({ value, label: value || 'Any' }));
  return (
    <>
      <Find label="Find" value={search.q} onChange={(q, on) => set({ q }, on)} />
      <Pick
        label="Status"
        value={search.status}
        options={statuses}
        onChange={(status) => set({ status })}
      />
    </>
  );
}

function shown() {
  const { router } = renderAt('/', { '*': <List /> });
  const box = screen.getByLabelText<HTMLInputElement>('Find');
  const address = () => router.state.location.search;
  return { router, box, address };
}

/** Longer than the delay after typing. */
const pause = () => act(() => new Promise((done) => setTimeout(done, 350)));

test('a search field keeps typed spaces, and searches without them', async () => {
  const user = userEvent.setup();
  const { box, address } = shown();
  await user.type(box, 'right ');
  await pause();
  expect(address()).toBe('?q=right');
  expect(box.value).toBe('right ');
  await user.type(box, 'answer');
  await pause();
  expect(address()).toBe('?q=right+answer');
  expect(box.value).toBe('right answer');
});

test('Back undoes a choice, and a search as a whole', async () => {
  const user = userEvent.setup();
  const { router, box, address } = shown();
  const back = () => act(() => router.navigate(-1));
  await user.type(box, 'ab');
  await pause();
  await user.type(box, 'c');
  await pause();
  await user.selectOptions(screen.getByLabelText('Status'), 'gone');
  expect(address()).toBe('?q=abc&status=gone');
  await back();
  expect(address()).toBe('?q=abc');
  expect(box.value).toBe('abc');
  await back();
  expect(address()).toBe('');
  expect(box.value).toBe('');
});
