/** A recruitment link in a browser in which another participant is signed in. */
import { adopt, expect, registered, test } from '../src/fixtures.ts';
import { clean } from '../src/looks.ts';
import { type Participant, takePart } from '../src/participant.ts';
import { arrived } from '../src/routes.ts';
import { participantOf } from '../src/server.ts';

/** The ids of a person's link: each person takes part once. */
const idsOf = (person: string) => ({ PROLIFIC_PID: person, STUDY_ID: 's-1', SESSION_ID: 'e-3' });

/** Opens the link and continues to the consent. */
async function come({ page, server }: Participant, person: string): Promise<void> {
  await page.goto(`${server.address}/?${new URLSearchParams(idsOf(person))}`);
  await arrived(page, '/');
  await takePart(page);
  await arrived(page, '/consent');
}

/** The participant's data in the database: recruitment IDs and consents. */
function stored({ server, username }: Participant): unknown {
  const [row] = server.rows<{ recruitment: string; consents: number }>(
    `select recruitment, (select count(*) from consent where consent.participant = participant.id) as consents
     from participant where id = ${participantOf(username)}`,
  );
  return row && { ids: JSON.parse(row.recruitment), consents: row.consents };
}

test('a session that ends keeps recruitment IDs and consent', async ({ participant }) => {
  await adopt(participant, { access_token: 'over', refresh_token: 'over' });
  const { page, server } = participant;
  await page.goto(`${server.address}/`);
  // If the account is theirs, they sign in and do not take part twice; otherwise they stay on this page.
  const message = page.getByRole('status');
  await expect(message.getByText('Your session has ended.')).toBeVisible();
  await arrived(page, '/');
  await page.setViewportSize({ width: 360, height: 740 });
  const box = await message.boundingBox();
  for (const below of [page.getByRole('banner'), page.getByRole('heading', { level: 1 })]) {
    const { y = 0 } = (await below.boundingBox()) ?? {};
    expect(y, 'what is below the message').toBeGreaterThanOrEqual(
      (box?.y ?? 0) + (box?.height ?? 0),
    );
  }
  await come(participant, 'p-7');
  await participant.agree();
  await participant.register();
  expect(stored(participant)).toEqual({ ids: idsOf('p-7'), consents: 1 });
});

test("another participant's session is named and can be left", async ({
  page,
  participant,
  server,
}) => {
  const other = await registered(server);
  await adopt(participant, other);
  const name = page.getByRole('heading', { name: `You are signed in as ${other.username}` });
  for (const path of ['/consent', '/auth']) {
    await page.goto(`${server.address}${path}`);
    await expect(name).toBeVisible();
    await clean(page, `${path} with somebody else's session`);
  }
  await page.getByRole('link', { name: 'Continue the study' }).click();
  await arrived(page, '/pre-questionnaire');
  await page.goto(`${server.address}/?${new URLSearchParams(idsOf('p-8'))}`);
  await expect(name).toBeVisible();
  await clean(page, "/ with somebody else's session");
  await page.getByRole('button', { name: 'This is not me' }).click();
  await expect(name).toBeHidden();
  await takePart(page);
  await arrived(page, '/consent');
  await participant.agree();
  await participant.register();
  expect(stored(participant)).toEqual({ ids: idsOf('p-8'), consents: 1 });
});

test('a second visit by the same link leads to the sign-in', async ({ participant, server }) => {
  const recruitment = idsOf('p-9');
  const body = { username: 'first-of-p-9', password: 'lanterns over the harbour', recruitment };
  await server.call('post', '/api/auth/register', { body });
  await come(participant, 'p-9');
  await participant.agree();
  const { page } = participant;
  const form = await participant.fillForm('Register', 'second-of-p-9');
  await form.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('alert')).toContainText('already used to take part');
  await clean(page, 'the link has been used');
});
