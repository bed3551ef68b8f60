import { expect, test } from 'vitest';
import { pageOf, participantPath, sectionOf } from './pages';

test.each([
  ['/admin', 'overview', ''],
  ['/admin/', 'overview', ''],
  ['/admin/audit', 'audit', ''],
  ['/admin/participants/K7QM-2RXD', 'participant', 'K7QM-2RXD'],
  ['/admin/participants/k7qm2rxd', 'participant', 'K7QM-2RXD'],
])('%s is %s', (path, id, code) => {
  expect(pageOf(path)).toEqual({ id, code });
});

test('an address outside the console is unknown', () => {
  expect(pageOf('/admin/nothing')).toBeNull();
  expect(pageOf('/administer')).toBeNull();
});

test('the page of a participant belongs to the list', () => {
  expect(sectionOf('participant')).toBe('participants');
  expect(pageOf(participantPath('A/B'))?.code).toBe('A/B');
});
