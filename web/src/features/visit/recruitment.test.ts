import { expect, test } from 'vitest';
import { forgetRecruitment, idsIn, storedRecruitment, storeRecruitment } from './recruitment';

test("the recruiter's ids are kept from the first page on, also from a link seen before the app ran", () => {
  sessionStorage.setItem('link', '?PROLIFIC_PID=p1&STUDY_ID=s1');
  storeRecruitment('?locale=de');
  expect(storedRecruitment()).toEqual({ PROLIFIC_PID: 'p1', STUDY_ID: 's1' });
});

test('a page without ids keeps those that are there, another link replaces them', () => {
  storeRecruitment('?PROLIFIC_PID=p1');
  storeRecruitment('');
  expect(storedRecruitment()).toEqual({ PROLIFIC_PID: 'p1' });
  storeRecruitment('?PROLIFIC_PID=p2');
  expect(storedRecruitment()).toEqual({ PROLIFIC_PID: 'p2' });
  forgetRecruitment();
  expect(storedRecruitment()).toBeUndefined();
});

test('whatever else stands in a link, the ids are all kept: the server chooses and judges them', () => {
  const many = Array.from({ length: 50 }, (_, n) => `p${n}=1`).join('&');
  const long = 'x'.repeat(201);
  const ids = idsIn(`?locale=de&empty=&${many}&PROLIFIC_PID=${long}`);
  expect(Object.keys(ids)).toHaveLength(51);
  expect(ids).toMatchObject({ p49: '1', PROLIFIC_PID: long });
});
