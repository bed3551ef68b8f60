import { expect, test } from 'vitest';
import { browserOf } from './browser';

test('browsers are called by their names', () => {
  // From https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/User-Agent
  const mozilla = 'Mozilla/5.0 (X11; Linux x86_64; rv:42.0) Gecko/20100101 Firefox/42.0';
  const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
  expect(browserOf(mozilla)).toBe('Firefox 42, Linux');
  expect(
    browserOf(`Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/51.0.2704.103 Safari/537.36`),
  ).toBe('Chrome 51, Linux');
  expect(
    browserOf(
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/91.0.4472.124 Safari/537.36 Edg/91.0.864.59`,
    ),
  ).toBe('Edge 91, Windows');
  const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 13_5_1 like Mac OS X)';
  expect(
    browserOf(
      `${iphone} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.1.1 Mobile/15E148 Safari/604.1`,
    ),
  ).toBe('Safari 13, iPhone');
  expect(browserOf('curl/7.64.1')).toBe('curl/7.64.1');
});
