import { expect, test } from 'vitest';
import { forgetRecruitment, idsIn, storedRecruitment, storeRecruitment } from './recruitment';

test('the recruitment IDs are stored from the first page on, also from a link seen before the app ran', () => {
  sessionStorage.setItem('link', '?PROLIFIC_PID=p1&STUDY_ID=s1');
  storeRecruitment('?locale=de');
  expect(storedRecruitment()).toEqual({ PROLIFIC_PID: 'p1', STUDY_ID: 's1' });
});

test('a page without ids leaves those that are stored, another link replaces them', () => {
  storeRecruitment('?PROLIFIC_PID=p1');
  storeRecruitment('');
  expect(storedRecruitment()).toEqual({ PROLIFIC_PID: 'p1' });
  storeRecruitment('?PROLIFIC_PID=p2');
  expect(storedRecruitment()).toEqual({ PROLIFIC_PID: 'p2' });
  forgetRecruitment();
  expect(storedRecruitment()).toBeUndefined();
});

test('all IDs of a link are stored; the server selects and validates them', () => {
  const many = Array.from({ length: 50 }, (_, n) => `p${n}=1`).join('&');
  const long = 'x'.repeat(201);
  const ids = idsIn(`?locale=de&empty=&${many}&PROLIFIC_PID=${long}`);
  expect(Object.keys(ids)).toHaveLength(51);
  expect(ids).toMatchObject({ p49: '1', PROLIFIC_PID: long });
});
