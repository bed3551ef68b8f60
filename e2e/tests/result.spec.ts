/** The result on the last page: numbers, filter, picture. */
import { readFile } from 'node:fs/promises';
import { downloaded } from '../src/download.ts';
import { expect, jump, test } from '../src/fixtures.ts';
import { clean } from '../src/looks.ts';

test('the result has the numbers of the debrief', async ({ page, participant }) => {
  const api = await jump(participant, 'treatment_0', '/end');
  const debrief = await api.call('get', '/api/debrief');
  const right = (part: string) =>
    debrief.items.filter((item) => item.part === part && item.correct).length;
  const wrong = debrief.items.filter((item) => item.correct === false);

  const card = page.getByRole('region', { name: 'Your result' });
  await expect(card.getByText(`${right('before')} of 8`, { exact: true })).toBeVisible();
  await expect(card.getByText(`${right('after')} of 20`, { exact: true })).toBeVisible();
  await expect(card.getByText(`Your own estimate was ${debrief.estimate} of 20.`)).toBeVisible();

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
