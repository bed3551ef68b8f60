import { expect, type Group, test, until } from '../src/fixtures.ts';
import type { Participant } from '../src/participant.ts';

interface Row {
  id: string;
  item: string;
  answers: string;
  attempt: number;
}

/** What each arm must have walked through, as the database names it. */
const parts: Record<Group, { has: RegExp[]; hasNot: RegExp[] }> = {
  control_0: { has: [/^control\//], hasNot: [/^flow-a\//, /^flow-b\//] },
  treatment_0: { has: [/^flow-a\/[^/]+$/, /\/followup$/], hasNot: [/^control\//, /^flow-b\//] },
  treatment_1: { has: [/^flow-b\//], hasNot: [/^control\//, /^flow-a\//] },
};

for (const group of Object.keys(parts) as Group[]) {
  test(`${group}: from / to /end, and every answer is in the database`, async ({
    participant,
    server,
  }) => {
    await until(server, group);
    await participant.begin();
    await participant.walk();
    await expect(participant.page.getByRole('heading', { level: 1 })).toBeVisible();

    const rows = stored(participant);
    // Every receipt is a row, and every row has a receipt: nothing lost, nothing twice.
    expect(participant.sent.map((sent) => sent.receipt).sort()).toEqual(
      rows.map((row) => row.id).sort(),
    );
    const answers = Object.assign({}, ...rows.map((row) => JSON.parse(row.answers)));
    expect(answers).toMatchObject(participant.chosen);
    for (const sent of participant.sent) {
      const row = rows.find((candidate) => candidate.id === sent.receipt);
      const values = Object.values(JSON.parse(row?.answers ?? '{}'));
      if (sent.body.answer) expect(values).toContain(sent.body.answer);
      if (sent.body.confidence) expect(values).toContain(sent.body.confidence);
    }
    const items = rows.map((row) => row.item);
    for (const pattern of parts[group].has)
      expect(items.some((item) => pattern.test(item))).toBe(true);
    for (const pattern of parts[group].hasNot)
      expect(items.some((item) => pattern.test(item))).toBe(false);

    const [person] = server.rows<{ arm: string; status: string }>(
      `select arm, status from participant join link on link.participant = participant.id
       join account on account.id = link.account where username = '${participant.username}'`,
    );
    expect(person).toEqual({ arm: group, status: 'completed' });
  });
}

function stored(participant: Participant): Row[] {
  return participant.server.rows<Row>(
    `select submission.id, item, attempt, answers from submission
     join link on link.participant = submission.participant
     join account on account.id = link.account where username = '${participant.username}'`,
  );
}
