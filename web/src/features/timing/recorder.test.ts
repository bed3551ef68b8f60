import { expect, test } from 'vitest';
import { createRecorder } from './recorder';

function clocked() {
  let time = 1000;
  const recorder = createRecorder('/home', () => time);
  return {
    recorder,
    wait: (ms: number) => {
      time += ms;
    },
  };
}

test('times changes and openings from the moment that the page was shown', () => {
  const { recorder, wait } = clocked();
  wait(910);
  recorder.changed('age');
  wait(90.06);
  recorder.opened('source');
  wait(500);
  expect(recorder.snapshot()).toEqual({
    submit: 1500.1,
    firstInteraction: 910,
    hidden: 0,
    changes: [{ item: 'age', at: 910 }],
    opened: [{ item: 'source', at: 1000.1 }],
    media: [],
  });
});

test('adds up the hidden time, once for blur and hidden together', () => {
  const { recorder, wait } = clocked();
  recorder.setHidden(true);
  wait(300);
  recorder.setHidden(true);
  wait(200);
  recorder.setHidden(false);
  wait(1000);
  expect(recorder.snapshot().hidden).toBe(500);
  recorder.setHidden(true);
  wait(50);
  expect(recorder.snapshot().hidden).toBe(550);
});

test('a page without any interaction has no first one', () => {
  expect(clocked().recorder.snapshot().firstInteraction).toBeNull();
});

test('typing keeps its first times, its last one and its count, and does not affect other answers', () => {
  const { recorder, wait } = clocked();
  const type = (keys: number) => {
    for (let key = 0; key < keys; key++) {
      wait(100);
      recorder.changed('words');
    }
  };
  type(1000);
  recorder.changed('age');
  type(1000);
  const { changes } = recorder.snapshot();
  const words = changes.filter((one) => one.item === 'words');
  expect(words).toHaveLength(200);
  expect(words.slice(0, 199).map((one) => one.at)).toEqual(
    Array.from({ length: 199 }, (_, key) => (key + 1) * 100),
  );
  expect(words.at(-1)).toEqual({ item: 'words', at: 200_000 });
  expect(changes.filter((one) => one.item === 'age')).toEqual([{ item: 'age', at: 100_000 }]);
  expect(words.reduce((sum, one) => sum + 1 + (one.omitted ?? 0), 0)).toBe(2000);
  expect(changes.map((one) => one.at)).toEqual(changes.map((one) => one.at).sort((a, b) => a - b));
});

test('a page with many items is limited: further items keep their first and their last time', () => {
  const { recorder, wait } = clocked();
  for (let item = 0; item < 40; item++) {
    for (let move = 0; move < 190; move++) {
      wait(10);
      recorder.changed(`slider_${item}`);
    }
  }
  recorder.opened('transcript');
  const { changes, opened } = recorder.snapshot();
  expect(changes.length + opened.length).toBeLessThan(1100);
  expect(opened).toHaveLength(1);
  for (let item = 0; item < 40; item++) {
    const own = changes.filter((one) => one.item === `slider_${item}`);
    const omitted = own.reduce((sum, one) => sum + (one.omitted ?? 0), 0);
    expect(own.length + omitted).toBe(190);
    expect(own.at(-1)).toEqual({ item: `slider_${item}`, at: (item + 1) * 1900 });
    expect(own[0]?.at).toBe(item * 1900 + 10);
  }
  expect(JSON.stringify(changes).length).toBeLessThan(60_000);
});

test('a medium that is shown again does not replace what was played before', () => {
  const recorder = createRecorder('page', () => 0);
  const first = () => ({ url: '/api/media/v', plays: 1 });
  recorder.watch(first);
  recorder.watch(first);
  recorder.watch(() => ({ url: '/api/media/v', plays: 0 }));
  expect(recorder.snapshot().media.map(({ plays }) => plays)).toEqual([1, 0]);
});
