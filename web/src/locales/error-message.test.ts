import { afterEach, expect, test } from 'vitest';
import type { Code, FormCode } from '@/api/schema';
import { initLocale, loadMessages } from '@/lib/locale';
import { ApiProblem, NetworkProblem } from '@/lib/problems';
import { messages } from '@/locales/errors.de';
import serverMessages from '../../../docs/generated/error-messages.json';
import { errorMessage, fieldMessage } from './error-message';

afterEach(() => initLocale('en'));

async function inGerman() {
  initLocale('de');
  await loadMessages();
}

const waits = new ApiProblem({
  status: 429,
  code: 'too_many_requests',
  params: { seconds: '12' },
  message: 'Too many attempts. Please wait 12 seconds.',
});

test('in English an error has the message of the server', () => {
  expect(errorMessage(waits)).toBe('Too many attempts. Please wait 12 seconds.');
});

test('in another language it is translated by its code and parameters', async () => {
  await inGerman();
  expect(errorMessage(waits)).toBe('Zu viele Versuche. Bitte warten Sie 12 Sekunden.');
  const closed = (status: string) =>
    new ApiProblem({ status: 403, code: 'study_closed', params: { status }, message: 'Full.' });
  expect(errorMessage(closed('full'))).toContain('voll');
  expect(errorMessage(closed('paused'))).toContain('unterbrochen');
  expect(errorMessage(closed('new'))).toBe('Zurzeit ist keine neue Teilnahme möglich.');
});

test('a call that failed without a message has that of the failure', async () => {
  const unknown = new ApiProblem({
    status: 500,
    code: 'unknown',
    failure: 'personas',
  });
  const offline = new NetworkProblem('personas');
  expect(errorMessage(unknown)).toBe('Failed to fetch personas');
  expect(errorMessage(offline)).toBe('Failed to fetch personas');
  await inGerman();
  expect(errorMessage(unknown)).toBe(messages.failures.personas);
  expect(errorMessage(offline)).toBe(messages.failures.personas);
  expect(errorMessage(new Error(''))).toBe(messages.failures.unexpected);
});

test("a proxy's message stays as it is", async () => {
  await inGerman();
  const proxy = new ApiProblem({ status: 502, code: 'unknown', message: 'Bad gateway' });
  expect(errorMessage(proxy)).toBe('Bad gateway');
});

test('a field is translated by its code; an answer comes from the server in the study’s language', async () => {
  const params = { min: '3', max: '64' };
  const name = {
    item: 'username',
    code: 'length',
    params,
    message: 'Use 3 to 64 characters.',
  } as const;
  const answer = { item: 'age', code: 'whole', message: 'Entrez un nombre entier.' } as const;
  expect(fieldMessage(name)).toBe('Use 3 to 64 characters.');
  await inGerman();
  expect(fieldMessage(name)).toBe('Bitte verwenden Sie 3 bis 64 Zeichen.');
  expect(fieldMessage(answer)).toBe('Entrez un nombre entier.');
});

/** Stands for any parameter: its value is `{name}`. */
const placeholders = new Proxy({}, { get: (_, name) => `{${String(name)}}` });

type Message = string | ((params: never) => string);

const textOf = (message: Message): string =>
  typeof message === 'string' ? message : message(placeholders as never);

const named = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

test.each(Object.entries(serverMessages.errors))(
  '%s names the same values in German',
  (code, { message }) => {
    expect(named(textOf(messages.errors[code as Code]))).toEqual(named(message));
  },
);

test.each(Object.entries(serverMessages.fields))(
  'the field error %s names the same values in German',
  (code, { message }) => {
    expect(named(textOf(messages.fields[code as FormCode]))).toEqual(named(message));
  },
);

test('a message that is still in English would be an untranslated one', () => {
  const texts = [messages.errors, messages.failures, messages.fields].flatMap((table): Message[] =>
    Object.values(table),
  );
  const english = texts.map(textOf).filter((text) => /\b(the|please|you)\b/i.test(text));
  expect(english).toEqual([]);
});
