/** Each arm from `/` to `/end` in Firefox: nothing lost, media play, drafts stay, no errors. */
import { expect, type Group, nextIs, test } from '../src/fixtures.ts';
import type { Participant } from '../src/participant.ts';
import { participantOf } from '../src/server.ts';

const GROUPS: Group[] = ['control_0', 'treatment_0', 'treatment_1'];

for (const group of GROUPS) {
  test(`${group}: from / to /end`, async ({ participant, server }) => {
    test.setTimeout(900_000);
    const { page } = participant;
    await page.addInitScript(insertTextLikeTyping);
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    const played = new Set<string>();
    participant.look = async () => {
      const kind = await playOnce(participant, played);
      if (kind) played.add(kind);
    };
    nextIs(server, group);
    await participant.begin();
    await leaveOpen(participant);
    await keepDraft(participant);
    await participant.walk();
    await expect(page.getByText('Your completion code')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Your result' })).toBeVisible();
    expect([...played].sort()).toEqual(['audio', 'video']);
    const rows = server.rows<{ id: string; answers: string }>(
      `select id, answers from submission where participant = ${participantOf(participant.username)}`,
    );
    const receipts = participant.sent.map(({ receipt }) => receipt);
    expect(receipts.sort()).toEqual(rows.map(({ id }) => id).sort());
    const answers = Object.assign({}, ...rows.map((row) => JSON.parse(row.answers)));
    expect(answers).toMatchObject(participant.chosen);
    expect(errors).toEqual([]);
  });
}

/**
 * Playwright enters text in Firefox by a script that sets the value of the field, which React does not notice. The
 * browser's own command is as good as typing. Runs in the page.
 */
function insertTextLikeTyping(): void {
  Object.defineProperty(window, '__pw_bidiInsertText', {
    get: () => (text: string) => void document.execCommand('insertText', false, text),
    set: () => {},
  });
}

/** Plays the page's medium if none of its kind was played before, and returns the kind. */
async function playOnce({ page }: Participant, played: Set<string>): Promise<string | undefined> {
  const medium = page.locator('main video').first();
  if ((await medium.count()) === 0) return;
  const ready = () => medium.evaluate((video: HTMLVideoElement) => video.readyState);
  await expect.poll(ready).toBeGreaterThan(0);
  const kind = await medium.evaluate((video: HTMLVideoElement) =>
    video.videoWidth > 0 ? 'video' : 'audio',
  );
  if (played.has(kind)) return;
  await page.getByRole('button', { name: 'Play', exact: true }).first().click();
  const position = () => medium.evaluate((video: HTMLVideoElement) => video.currentTime);
  await expect.poll(position).toBeGreaterThan(0.5);
  return kind;
}

/** An empty submission is held back with a list of errors. */
async function leaveOpen({ page }: Participant): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert').first()).toBeFocused();
  await expect(page).toHaveTitle(/^Error: /);
}

/** An answer that was not submitted is still there after a reload. */
async function keepDraft({ page }: Participant): Promise<void> {
  const first = page.getByRole('main').getByRole('radio').first();
  await first.check();
  await page.reload();
  await expect(first).toBeChecked();
}
