/** What each arm asks: nothing about a task that was not explained yet, and of each medium what it can show. */
import { expect, type Group, jump, test } from '../src/fixtures.ts';

const ARMS: readonly Group[] = ['control_0', 'treatment_0', 'treatment_1'];

/** Questions about the task. */
const TASK = /\b(task|asked to|have to decide|your job)\b/i;

for (const arm of ARMS) {
  test(`${arm} is asked nothing about its task before the task is explained`, async ({
    page,
    participant,
  }) => {
    const route = arm === 'control_0' ? '/control-flow' : '/treatment-questionnaire';
    const api = await jump(participant, arm, route);
    const main = page.locator('main');
    await expect(main.locator('legend').first()).toBeVisible();
    await expect(main).not.toContainText(TASK);
    if (route === '/control-flow') return;
    const { sections } = await api.questionnaire('treatment');
    expect(JSON.stringify(sections)).not.toMatch(TASK);
  });
}

test('a control clip is rated by what its kind of medium can show', async ({
  page,
  participant,
}) => {
  const api = await jump(participant, 'control_0', '/control-flow');
  const expected = {
    image: ['composition', 'bright', 'recognise'],
    audio: ['clear is the recording', 'fast', 'warm'],
    video: ['clear', 'understand', 'follow'],
  };
  const main = page.locator('main');
  const seen = new Set<string>();
  while (seen.size < 3) {
    const { clips, done } = await api.call('get', '/api/control-flow');
    const clip = clips[done];
    if (!clip) throw new Error(`no clip is left, seen: ${[...seen]}`);
    const kind = clip.media?.kind;
    // The opening has no medium.
    if (kind && !seen.has(kind)) {
      seen.add(kind);
      await page.reload();
      const questions = main.locator('legend');
      await expect(questions).toHaveCount(3);
      await expect(questions).toHaveText(expected[kind].map((words) => new RegExp(words)));
    }
    await api.step(await api.position());
  }
});
