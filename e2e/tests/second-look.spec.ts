/** After an incorrect first answer with two answers: a hint, and which check helps. */
import type { PublicFeedback } from '../../web/src/api/schema.d.ts';
import { ApiUser } from '../src/api-user.ts';
import { adopt, expect, type Group, nextIs, registered, test } from '../src/fixtures.ts';
import { clean } from '../src/looks.ts';
import { Participant } from '../src/participant.ts';
import { visit } from '../src/routes.ts';

type Judged = { id: string; verdict: PublicFeedback | null };

for (const [arm, flow] of [
  ['treatment_0', 'flow-a'],
  ['treatment_1', 'flow-b'],
] as [Group, 'flow-a' | 'flow-b'][]) {
  test(`a second look in ${flow} asks for the sign, with a hint`, async ({ page, server }) => {
    nextIs(server, arm);
    const who = await registered(server);
    const api = new ApiUser(server, who);
    const list = async (): Promise<Judged[]> => {
      if (flow === 'flow-a') return api.call('get', '/api/flow-a/questions');
      const personas = await api.call('get', '/api/personas');
      const id = personas.find(({ state }) => state === 'under_way')?.id ?? '';
      return (await api.call('get', '/api/personas/{id}/flow-b', { path: { id } })).posts;
    };
    const asks = new RegExp(`^/${flow}/question/[^/]+$`);
    let at = await api.walk((path) => asks.test(path));
    // Nothing of the second look is known before an incorrect answer.
    expect(JSON.stringify(await list())).not.toMatch(/"hint"|"secondLook":\{/);
    const judge = async (answer: string) => {
      const path = { id: at.split('/')[3] ?? '' };
      const body = { answer, confidence: 70 };
      if (flow === 'flow-b')
        return api.call('post', '/api/flow-b/posts/{id}/answer', { path, body });
      await api.call('post', '/api/flow-a/questions/{id}/answer', { path, body });
      expect(JSON.stringify(await list())).not.toMatch(/"hint"|"secondLook":\{/);
      return api.step(await api.position());
    };
    const [first, second] = flow === 'flow-a' ? ['original', 'altered'] : ['genuine', 'misleading'];
    // The first question that is not answered correctly with the first answer.
    for (let tries = 0; tries < 16; tries++) {
      const { currentState } = await judge(first ?? '');
      if (currentState.endsWith('/incorrect')) break;
      at = await api.walk((path) => asks.test(path) && path !== at);
    }

    await adopt(new Participant(page, server), who);
    await visit(page, server, `${at}/incorrect`);
    const main = page.locator('main');
    await expect(main.getByText(new RegExp(`^Correct answer: ${second}$`, 'i'))).toBeVisible();
    await clean(page, 'feedback before a second look');
    await main.getByRole('button', { name: 'Try again with a hint' }).click();

    const verdict = (await list()).find(({ id }) => at.endsWith(id))?.verdict;
    const look = verdict?.secondLook;
    if (!look) throw new Error('no second look');
    expect(verdict.explanation).toBeNull();
    await expect(main.getByText(look.hint)).toBeVisible();
    await expect(main.getByRole('group', { name: look.prompt })).toBeVisible();
    await expect(main.getByRole('radio')).toHaveCount(look.options.length);
    await clean(page, 'a second look');
    await main.getByRole('button', { name: 'Check my answer' }).click();
    await expect(page.getByRole('alert').getByRole('link')).toHaveCount(1);
    await main.getByRole('radio').first().check();
    await main.getByRole('button', { name: 'Check my answer' }).click();
    const unseen = page.getByRole('button', { name: 'Answer anyway' });
    await expect(unseen.or(main.getByText(/^What helps here: /))).toBeVisible();
    if (await unseen.isVisible()) await unseen.click();

    await expect(main.getByText(/^What helps here: /)).toBeVisible();
    await expect(main.getByRole('button', { name: 'Try again with a hint' })).toHaveCount(0);
    await clean(page, 'feedback after a second look');
    const [row] = server.rows<{ answers: string; attempts: number }>(
      `select s.answers, (select count(*) from submission o where o.participant = s.participant
        and o.item = s.item) as attempts from submission s
       where s.attempt = 2 order by s.at desc limit 1`,
    );
    expect(row?.attempts).toBe(2);
    expect(row?.answers).toMatch(/_look":"/);
  });
}
