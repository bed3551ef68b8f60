import { expect, test } from 'vitest';
import { participantPath, placeOf, sectionOf } from './places';

test.each([
  ['/admin', 'overview', ''],
  ['/admin/', 'overview', ''],
  ['/admin/audit', 'audit', ''],
  ['/admin/participants/K7QM-2RXD', 'participant', 'K7QM-2RXD'],
  ['/admin/participants/k7qm2rxd', 'participant', 'K7QM-2RXD'],
])('%s is %s', (path, id, code) => {
  expect(placeOf(path)).toEqual({ id, code });
});

test('an address that is none of the console is unknown', () => {
  expect(placeOf('/admin/nothing')).toBeNull();
  expect(placeOf('/administer')).toBeNull();
});

test('one participant belongs to the list', () => {
  expect(sectionOf('participant')).toBe('participants');
  expect(placeOf(participantPath('A/B'))?.code).toBe('A/B');
});
