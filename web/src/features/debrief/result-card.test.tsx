import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { Result } from './result';
import { ResultCard } from './result-card';

const saveFile = vi.hoisted(() => vi.fn());
vi.mock('@/lib/save-file', () => ({ saveFile }));
vi.mock('@/features/study/study', () => ({
  loadStudy: async () => ({ title: 'Original or Altered?' }),
}));

const result: Result = {
  before: { count: 5, of: 8 },
  after: { count: 14, of: 20 },
  later: { count: 9, of: 12 },
  estimate: 12,
  confidence: { right: 82, wrong: 71 },
  misses: { count: 4, of: 10 },
  falseAlarms: { count: 2, of: 10 },
};

test('the bars have their numbers as text, and nobody else is compared', () => {
  render(<ResultCard result={result} />);
  const card = screen.getByRole('region', { name: 'Your result' });
  const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(items.slice(0, 3)).toEqual(['Before 5 of 8', 'Afterwards 14 of 20', 'Later part 9 of 12']);
  expect(items).toHaveLength(7);
  expect(screen.queryByRole('progressbar')).toBeNull();
  const bars = [...card.querySelectorAll('progress')];
  expect(bars.map(({ value }) => value)).toEqual([5 / 8, 14 / 20, 9 / 12]);
  expect(card.textContent).not.toMatch(/average participant|others|group/);
});

test('with nothing to say beyond the bars, there is no list', () => {
  const nothing = { estimate: null, confidence: null, misses: null, falseAlarms: null };
  render(<ResultCard result={{ ...result, ...nothing }} />);
  expect(screen.getAllByRole('list')).toHaveLength(1);
  expect(screen.queryByRole('heading', { level: 3 })).toBeNull();
});

test('the picture has the same numbers and sentences', async () => {
  const written: string[] = [];
  const pen = {
    canvas: { height: 0 },
    fillRect: () => {},
    measureText: (text: string) => ({ width: text.length * 10 }),
    fillText: (text: string) => written.push(text),
  };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never);
  const toBlob = vi.spyOn(HTMLCanvasElement.prototype, 'toBlob');
  toBlob.mockImplementation((done) => done(new Blob(['png'])));
  render(<ResultCard result={result} />);
  await userEvent.click(screen.getByRole('button', { name: 'Save as an image' }));
  await waitFor(() => expect(saveFile).toHaveBeenCalledOnce());
  expect(saveFile.mock.calls[0]?.slice(0, 2)).toEqual(['result.png', 'image/png']);
  const text = written.join(' ');
  for (const part of [
    'Original or Altered?',
    'Before: 5 of 8',
    'Afterwards: 14 of 20',
    'Later part: 9 of 12',
    'missed 4 of 10',
  ]) {
    expect(text).toContain(part);
  }
});
