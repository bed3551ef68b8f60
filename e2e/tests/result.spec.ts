/** The result on the last page: numbers, filter, picture. */

import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { downloaded } from '../src/download.ts';
import { expect, jump, test } from '../src/fixtures.ts';
import { clean } from '../src/looks.ts';
import { bundles, type Server } from '../src/server.ts';

/** Both truths of each judgement of the tests, read from the study's files. */
const TRUTHS = new Map(
  ['pre', 'post'].flatMap((name) => {
    const text = readFileSync(join(bundles.example, `questionnaires/${name}.yaml`), 'utf8');
    const judgements = text.matchAll(
      /- id: (\w+_[cp]\d+)\n(?:(?! +- id:).*\n)*? +truth: \{ x: (\w+), y: (\w+) \}/g,
    );
    return Array.from(judgements, ([, id = '', x, y]) => [id, { x, y }] as const);
  }),
);

interface Judged {
  id: string;
  answer: string;
  truth: string;
  confidence: number;
}

/** What a participant answered in the tests, as it is stored, and the truth of the form. */
function judged(server: Server, code: string) {
  const who = `participant.code = '${code}'`;
  const [row] = server.rows<{ form: 'x' | 'y' }>(`select form from participant where ${who}`);
  const stored = server.rows<{ answers: string }>(
    `select answers from submission join participant on participant.id = participant where ${who}`,
  );
  const answers = Object.assign({}, ...stored.map((row) => JSON.parse(row.answers)));
  const of = (test: 'pre' | 'post'): Judged[] =>
    [...TRUTHS]
      .filter(([id]) => id.startsWith(test))
      .map(([id, truths]) => ({
        id,
        answer: answers[id],
        truth: (row && truths[row.form]) ?? '',
        confidence: answers[`${id}_confidence`],
      }));
  return { before: of('pre'), after: of('post'), estimate: answers.estimate_right };
}

const isRight = ({ answer, truth }: Judged) => answer === truth;
const isSignal = (value: string) => value === 'altered' || value === 'misleading';
const rightOf = (of: Judged[]) => of.filter(isRight).length;
const mean = (of: Judged[]) =>
  Math.round(of.reduce((sum, { confidence }) => sum + confidence, 0) / of.length);

for (const group of ['control_0', 'treatment_0', 'treatment_1'] as const) {
  test(`the result is that of the answers: ${group}`, async ({ page, participant }) => {
    const api = await jump(participant, group, '/end');
    const { code } = await api.call('get', '/api/users/profile');
    const { before, after, estimate } = judged(participant.server, code ?? '');
    expect([before.length, after.length]).toEqual([8, 20]);
    const right = rightOf(after);
    const signals = after.filter(({ truth }) => isSignal(truth));
    const noise = after.filter(({ truth }) => !isSignal(truth));
    const sure = mean(after.filter(isRight));
    const sureWrong = mean(after.filter((item) => !isRight(item)));

    const card = page.getByRole('region', { name: 'Your result' });
    await expect(card.getByRole('listitem')).toContainText([
      `Before ${rightOf(before)} of 8`,
      `Afterwards ${right} of 20`,
      `Your own estimate was ${estimate} of 20. In fact, you judged ${right} correctly.`,
      `${sure}% on average, and ${sureWrong}% when you were wrong.`,
      `you missed ${signals.length - rightOf(signals)} of ${signals.length}.`,
      `you mistook ${noise.length - rightOf(noise)} of ${noise.length} for altered or misleading.`,
    ]);
  });
}

test('the list has a filter, and the result can be saved', async ({ page, participant }) => {
  const api = await jump(participant, 'treatment_0', '/end');
  const debrief = await api.call('get', '/api/debrief');
  const wrong = debrief.items.filter((item) => item.correct === false);

  const card = page.getByRole('region', { name: 'Your result' });

  const list = page.getByRole('region', { name: 'What you have seen' });
  const parts = list.getByRole('heading', { level: 3 });
  await list.getByRole('button', { name: /^Show all/ }).click();
  await expect(parts).toHaveText(['Before', 'Exercise', 'Afterwards']);
  await list.getByRole('checkbox', { name: `Only what I got wrong (${wrong.length})` }).check();
  await expect(list.getByRole('heading', { level: 4 })).toHaveCount(wrong.length);
  await clean(page, 'the result, filtered');

  const file = await downloaded(page, card.getByRole('button', { name: 'Save as an image' }));
  expect(file.suggestedFilename()).toBe('result.png');
  const image = await readFile(await file.path());
  expect(image.subarray(1, 4).toString()).toBe('PNG');
  // Width and height of the image header.
  expect(image.readUInt32BE(16)).toBe(1080);
  expect(image.readUInt32BE(20)).toBeGreaterThan(600);
});

test('the result comes first, then what helps; the rest of the text is folded', async ({
  page,
  participant,
}) => {
  await jump(participant, 'treatment_1', '/end');
  const main = page.getByRole('main');
  const headings = main.getByRole('heading', { level: 2 });
  const names = await headings.allTextContents();
  expect(names.indexOf('What helps')).toBeGreaterThan(names.indexOf('Your result'));
  const folded = main.locator('details');
  await expect(folded.locator('> summary')).toHaveText([
    'Where these steps come from',
    'Questions or worries?',
    'About the list below',
  ]);
  const contact = folded.getByRole('link', { name: 'study@example.org' });
  await expect(contact).toBeHidden();
  await folded.getByText('Questions or worries?').click();
  await expect(contact).toBeVisible();
  await clean(page, 'the end, a section open');
});
