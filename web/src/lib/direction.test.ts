import { expect, test } from 'vitest';
import { directionOf } from './direction';

test('the direction follows the language, or the script of its tag', () => {
  const rightToLeft = ['ar', 'AR', 'ar-EG', 'he', 'he-IL', 'fa', 'ur-PK', 'ku-Arab', 'az-Arab-IR'];
  for (const tag of rightToLeft) expect(directionOf(tag), tag).toBe('rtl');
  const leftToRight = ['en', 'de-AT', 'arn', 'ur-Latn', 'fra', 'az', 'hebe', ''];
  for (const tag of leftToRight) expect(directionOf(tag), tag).toBe('ltr');
});
