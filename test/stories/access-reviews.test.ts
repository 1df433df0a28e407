import { DAY, MINUTE } from '#platform/lib/clock.ts';
import type { MessageView } from '../../sandbox/teams/api.ts';
import type { PersonKey } from '../../sandbox/world.ts';
import { buttonsOf } from '../support/card-view.ts';
import { channels, personalChat, wordsOf } from '../support/steward.ts';
import { answerOf, PAST_MINIMUM } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

const s = steward();
const KEEP = 'access.reviewKeep';
const REMOVE = 'access.reviewRemove';

/** Asks for a role that somebody else approves at once. */
const granted = async (as: PersonKey, what: string, by: PersonKey): Promise<void> => {
  const wish = await s.requestRole(as, `${what} because I look into it`);
  await s.pressApprove(by, wish);
  await s.cardOf(wish, 'Eligible until');
};

/** The newest card of the review in a reviewer's chat. */
const reviewIn = async (who: PersonKey, place: string): Promise<MessageView> => {
  const title = `Review of access: ${place}`;
  await s.message(personalChat(who), title, who);
  const all = await s.teams.messages(personalChat(who), who);
  const newest = all.findLast((message) => wordsOf(message).includes(title));
  if (!newest) throw new Error('the card is gone');
  return newest;
};

/** The part of a card that is about somebody. */
const rowOf = (card: MessageView, name: string): unknown => {
  const [body] = card.cards.map((one) => (one as { readonly body: readonly unknown[] }).body);
  return body?.find((part) => (part as { type: string }).type === 'Container' && JSON.stringify(part).includes(name));
};

const dataOf = (card: MessageView, name: string): Readonly<Record<string, unknown>> => {
  const row = rowOf(card, name);
  const [button] = buttonsOf({ ...card, cards: [row as never] });
  if (!button) throw new Error(`${name} has no button:\n${wordsOf(card)}`);
  return button.data as Readonly<Record<string, unknown>>;
};

/** Presses the button in somebody's row. */
const answer = async (as: PersonKey, card: MessageView, name: string, reason?: string): Promise<string> => {
  const data = dataOf(card, name);
  const verb = reason === undefined ? KEEP : REMOVE;
  const said = reason === undefined ? {} : { [`${REMOVE}.${data['item']}`]: reason };
  return answerOf(await s.teams.act(as, card.id, verb, { ...data, ...said }));
};

const events = async (): Promise<string[]> =>
  (await s.inStore((db) => db.selectFrom('audit').select('event').orderBy('seq').execute())).map(({ event }) => event);

const reportIn = (where: string, place: string): Promise<MessageView> => s.message(where, `Reviewed access: ${place}`);

describe('a review of access', () => {
  it('asks each reviewer about everybody else’s access, and removes what somebody decided to remove', async () => {
    await granted('ana', 'reader on ledger for 9 days', 'bo');
    await granted('bo', 'reader on ledger for 9 days', 'cy');
    s.clock.advance(PAST_MINIMUM);
    expect(await s.reply('di', 'review access on ledger')).toContain('You cannot begin a review of access on Ledger');
    const begun = await s.reply('bo', 'review access on ledger');
    expect(begun).toContain('Bo Lind, Cy Okafor');
    const [bo, cy] = [await reviewIn('bo', 'Ledger'), await reviewIn('cy', 'Ledger')];
    expect(wordsOf(bo)).not.toContain('Bo Lind');
    expect(wordsOf(cy)).toContain('Bo Lind');
    expect(wordsOf(cy)).toContain('0 of 5 answered');
    expect(wordsOf(cy)).not.toContain('Northwind');

    const own = dataOf(cy, 'Bo Lind');
    expect(answerOf(await s.teams.act('bo', bo.id, KEEP, { ...dataOf(bo, 'Ana Rossi'), item: own['item'] }))).toContain(
      'You cannot review this access',
    );
    expect(answerOf(await s.teams.act('cy', cy.id, REMOVE, dataOf(cy, 'Ana Rossi')))).toContain('Say why');
    expect(await answer('cy', cy, 'Ana Rossi', 'Her work there is done')).toContain('1 of 5 answered');
    expect(await answer('bo', bo, 'Mina Gupta')).toContain('Kept by Bo Lind');
    expect(await s.reply('bo', 'review access on ledger')).toContain('not answered yet');

    const late = { ...dataOf(cy, 'Ana Rossi') };
    expect(
      answerOf(await s.teams.act('bo', bo.id, KEEP, { ...dataOf(bo, 'Ana Rossi'), item: late['item'] })),
    ).toContain('Cy Okafor has answered for Ana Rossi already: removed');
    await s.until('the removal on the card', async () =>
      wordsOf(await reviewIn('bo', 'Ledger')).includes('Removed by Cy Okafor'),
    );
    expect(await s.listedRole('ana', 'ledger', 'reader')).toHaveLength(0);
    for (const name of ['ledger-deploy', 'nightly-reconciliation']) await answer('bo', bo, name);
    expect(await answer('cy', cy, 'Bo Lind', 'He has left the team')).toContain('The review has ended');

    const report = await reportIn(channels.general, 'Ledger');
    for (const text of [
      '3 kept',
      'Bo Lind asked for it',
      'Her work there is done',
      'it comes from Payments Production',
    ]) {
      expect(wordsOf(report)).toContain(text);
    }
    await s.until('the report to say what was removed', async () =>
      wordsOf(await reportIn(channels.general, 'Ledger')).includes('2 removed'),
    );
    expect(await s.listedRole('bo', 'ledger', 'reader')).toHaveLength(0);
    const recorded = await events();
    expect(recorded.filter((event) => event === 'access kept')).toHaveLength(3);
    expect(recorded.filter((event) => event === 'access to be removed')).toHaveLength(2);
    expect(recorded).toEqual(expect.arrayContaining(['access review begun', 'access review ended']));
  });

  it('that the policy begins reminds those who have not answered, and removes what nobody answered for', async () => {
    await granted('di', 'contributor on vault for 9 days', 'bo');
    await s.replaceInPolicy(
      'access:\n',
      'access:\n  reviews: [{ place: vault, every: 20 days, within: 4 days, unanswered: remove, reasonToKeep: true }]\n',
    );
    await s.until(
      'the review to be planned',
      async () => (await s.inStore((db) => db.selectFrom('access_review_plans').selectAll().execute())).length === 1,
    );
    await s.kill();
    await s.inStore((db) =>
      db.updateTable('access_review_plans').set({ next_at: '2026-11-18T08:30:00.000Z' }).execute(),
    );
    s.clock.advance(30 * MINUTE);
    await s.restart();
    const card = await reviewIn('cy', 'Ledger Vault');
    expect(wordsOf(card)).toContain('What nobody answers for is removed');
    expect(answerOf(await s.teams.act('cy', card.id, KEEP, dataOf(card, 'nightly-reconciliation')))).toContain(
      'Say why',
    );
    const data = dataOf(card, 'nightly-reconciliation');
    const why = { [`${KEEP}.${data['item']}`]: 'It settles the payments' };
    expect(answerOf(await s.teams.act('cy', card.id, KEEP, { ...data, ...why }))).toContain('Kept by Cy Okafor');

    s.clock.advance(2 * DAY + MINUTE);
    const count = async () =>
      (await s.teams.messages(personalChat('bo'), 'bo')).filter((message) =>
        wordsOf(message).includes('Review of access: Ledger Vault'),
      ).length;
    await s.until('a reminder', async () => (await count()) === 2);
    s.clock.advance(2 * DAY);
    const report = await reportIn(channels.alerts, 'Ledger Vault');
    expect(wordsOf(report)).toContain('It began as the policy says');
    await s.until('the removal in the report', async () =>
      wordsOf(await reportIn(channels.alerts, 'Ledger Vault')).includes('Removed, as nobody answered'),
    );
    await s.restart();
    await s.ask('fi', 'whoami');
    expect(
      (await s.teams.messages(channels.alerts)).filter((one) => wordsOf(one).includes('Reviewed access')),
    ).toHaveLength(1);
  });
});
