import { render, screen } from '@testing-library/react';
import { act, Suspense, startTransition, useMemo, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { initLocale, makeTable, useTable } from './locale';

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

test('words that arrive during a render are taken without a start from scratch', async () => {
  initLocale('de');
  const recovered = vi.fn();
  render(<Page />, { onRecoverableError: recovered });
  await act(async () => show());
  expect(await screen.findByText('ja')).toBeTruthy();
  expect(recovered).not.toHaveBeenCalled();
});
