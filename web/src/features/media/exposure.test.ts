import { expect, test } from 'vitest';
import { createExposure } from './exposure';

function clocked() {
  let time = 0;
  const exposure = createExposure('/api/media/t1', () => time);
  /** Reports events at positions in seconds. */
  const report = (...events: ['playing' | 'time' | 'paused' | 'seek', number][]) => {
    for (const [type, at] of events) exposure.on({ type, at });
  };
  const wait = (ms: number) => {
    time += ms;
  };
  return { exposure, report, wait };
}

test('keeps the first time that the medium could play and was seen', () => {
  const { exposure, wait } = clocked();
  wait(310);
  exposure.on({ type: 'canPlay' });
  wait(40);
  exposure.on({ type: 'firstFrame' });
  wait(1000);
  exposure.on({ type: 'canPlay' });
  expect(exposure.read()).toMatchObject({ canPlay: 310, firstFrame: 350, plays: 0, watched: [] });
});

test('a seek ends an interval and starts another', () => {
  const { exposure, report } = clocked();
  report(
    ['playing', 0],
    ['time', 1],
    ['time', 2.004],
    ['seek', 10],
    ['time', 11],
    ['paused', 11.5],
  );
  expect(exposure.read()).toMatchObject({
    plays: 1,
    seeks: 1,
    watched: [
      [0, 2],
      [10, 11.5],
    ],
  });
});

test('a replay is a separate interval', () => {
  const { exposure, report } = clocked();
  for (let i = 0; i < 2; i++) {
    report(['playing', 0], ['time', 1], ['paused', 1.2]);
  }
  expect(exposure.read()).toMatchObject({
    plays: 2,
    watched: [
      [0, 1.2],
      [0, 1.2],
    ],
  });
});

test('an interval that is still open counts as far as it went', () => {
  const { exposure, report } = clocked();
  report(['playing', 3], ['time', 4]);
  expect(exposure.read().watched).toEqual([[3, 4]]);
});

test('seeking while paused watches nothing', () => {
  const { exposure, report } = clocked();
  report(['seek', 5], ['time', 5]);
  expect(exposure.read()).toMatchObject({ seeks: 1, watched: [] });
});

test('a position that jumps without a seek is not counted as watched', () => {
  const { exposure, report } = clocked();
  report(['playing', 0], ['time', 1], ['time', 30], ['paused', 30]);
  expect(exposure.read().watched).toEqual([[0, 1]]);
});

test('of many parts the first and the last ones stay', () => {
  const { exposure, report } = clocked();
  for (let i = 0; i < 60; i++) {
    report(['playing', i], ['paused', i + 0.5]);
  }
  const { watched, watchedOmitted } = exposure.read();
  expect([watched.length, watchedOmitted]).toEqual([50, 10]);
  expect([watched[0], watched[24], watched[25], watched[49]]).toEqual([
    [0, 0.5],
    [24, 24.5],
    [35, 35.5],
    [59, 59.5],
  ]);
});

test('adds up stalls', () => {
  const { exposure, wait } = clocked();
  exposure.on({ type: 'stalled' });
  wait(400);
  exposure.on({ type: 'flowing' });
  exposure.on({ type: 'stalled' });
  wait(100);
  expect(exposure.read()).toMatchObject({ stalls: 2, stalledFor: 500 });
});

test('keeps sound and the error', () => {
  const { exposure } = clocked();
  exposure.on({ type: 'sound', muted: true });
  exposure.on({ type: 'error', what: 'network' });
  expect(exposure.read()).toMatchObject({ muted: true, captions: false, error: 'network' });
});

test('captions were shown if they were on while the clip played', () => {
  const { exposure } = clocked();
  const shown = () => exposure.read().captions;
  exposure.on({ type: 'captions', on: true });
  exposure.on({ type: 'captions', on: false });
  exposure.on({ type: 'playing', at: 0 });
  exposure.on({ type: 'paused', at: 1 });
  expect(shown()).toBe(false);
  exposure.on({ type: 'captions', on: true });
  expect(shown()).toBe(false);
  exposure.on({ type: 'playing', at: 1 });
  exposure.on({ type: 'captions', on: false });
  expect(shown()).toBe(true);
});

test('captions that are turned on during the clip were shown', () => {
  const { exposure } = clocked();
  exposure.on({ type: 'playing', at: 0 });
  exposure.on({ type: 'captions', on: true });
  expect(exposure.read().captions).toBe(true);
});
