import { render, screen } from '@testing-library/react';
import { act, Suspense, startTransition, useMemo, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { LOCALE_KEY } from './constants';
import { currentLocale, initLocale, makeTable, setLocale, useTable } from './locale';

const TABLE = makeTable({ word: 'yes' }, async () => ({ word: 'ja' }));

function Word() {
  const { word } = useTable(TABLE);
  return useMemo(() => <p>{word}</p>, [word]);
}

let show: () => void = () => {};
function Page() {
  const [shown, setShown] = useState(false);
  show = () => startTransition(() => setShown(true));
  return <Suspense>{shown && <Word />}</Suspense>;
}

test('messages that arrive during a render are used without remounting', async () => {
  initLocale('de');
  const recovered = vi.fn();
  render(<Page />, { onRecoverableError: recovered });
  await act(async () => show());
  expect(await screen.findByText('ja')).toBeTruthy();
  expect(recovered).not.toHaveBeenCalled();
});

test('the page has the direction of the language that is chosen', async () => {
  const root = document.documentElement;
  initLocale('ar');
  expect([root.lang, root.dir]).toEqual(['ar', 'rtl']);
  await setLocale('de');
  expect([root.lang, root.dir]).toEqual(['de', 'ltr']);
});

test('the language of a link is stored if the server used it', () => {
  history.replaceState(null, '', '/?locale=de');
  document.documentElement.lang = 'de';
  localStorage.setItem(LOCALE_KEY, 'en');
  initLocale();
  expect(currentLocale()).toBe('de');

  // The next page has another language, because the server knows only the browser's.
  history.replaceState(null, '', '/consent');
  document.documentElement.lang = 'en';
  initLocale();
  expect(currentLocale()).toBe('de');

  history.replaceState(null, '', '/?locale=fr');
  document.documentElement.lang = 'en';
  initLocale();
  expect(currentLocale()).toBe('de');
});
