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

test('adds up the time out of sight, once for blur and hidden together', () => {
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

test('a page without any interaction says so', () => {
  expect(clocked().recorder.snapshot().firstInteraction).toBeNull();
});

test('a stuck key does not fill the request', () => {
  const { recorder } = clocked();
  for (let i = 0; i < 2000; i++) {
    recorder.changed('words');
  }
  expect(recorder.snapshot().changes).toHaveLength(500);
});
