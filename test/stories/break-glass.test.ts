import { DAY, HOUR, MINUTE } from '#platform/lib/clock.ts';
import type { MessageView } from '../../sandbox/teams/api.ts';
import { type PersonKey, people } from '../../sandbox/world.ts';
import { channels, personalChat, wordsOf } from '../support/steward.ts';
import { answerOf, plain, type RequestRef } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

const s = steward();
const REVIEW = { yes: 'access.justified', no: 'access.notJustified' };
const WHY = 'because the payouts are down';

/** Goes through the form to its end. */
const breakGlass = async (as: PersonKey, what: string, place: string): Promise<RequestRef> => {
  const page = await s.ask(as, `break glass ${what} ${WHY}`);
  const confirm = await s.sendForm(as, page, {});
  return s.sendRequest(as, confirm, { confirm: place });
};

const cardsIn = async (who: PersonKey, words: string): Promise<MessageView[]> =>
  (await s.teams.messages(personalChat(who), who)).filter((message) => wordsOf(message).includes(words));

const useCard = ({ ref }: RequestRef, says: string): Promise<MessageView> =>
  s.cardOf({ ref: `Break-glass ${ref}` }, says);

const reviewIn = (who: PersonKey, { ref }: RequestRef): Promise<MessageView> =>
  s.message(personalChat(who), `Review of ${ref}`, who);

const events = async (): Promise<string[]> =>
  (await s.inStore((db) => db.selectFrom('audit').select('event').orderBy('seq').execute())).map(({ event }) => event);

/** Presses what the card of a review does not have for this person. */
const pressReview = async (as: PersonKey, used: RequestRef, verb: string, reason = ''): Promise<string> => {
  const review = await s.cardOf({ ref: `Review of ${used.ref}` });
  const rows = await s.inStore((db) => db.selectFrom('changes').select('id').where('ref', '=', used.ref).execute());
  return answerOf(await s.pressUnoffered(as, review, verb, { change: rows[0]?.id, [`${verb}.reason`]: reason }));
};

/** Whoever used it may use it again. */
const reviewed = async (who: PersonKey, used: RequestRef): Promise<void> => {
  expect(answerOf(await s.press(who, await reviewIn(who, used), REVIEW.yes))).toContain('Justified, says');
};

describe('break-glass', () => {
  it('grants at once after reason and confirmation, tells each skipped approver once, and is reviewed once', async () => {
    const quietNow = 'my notices digest, quiet 00:00 to 23:00, zone UTC';
    expect(await s.reply('bo', quietNow, { where: personalChat('bo') })).toContain('once a day');
    const page = await s.ask('ana', 'break glass contributor on gateway for 30 minutes because down');
    const short = await s.sendForm('ana', page, {});
    expect(wordsOf(short)).toContain('too short: at least 10');
    const confirm = await s.sendForm('ana', page, { reason: 'The gateway is down' });
    for (const text of ['Nobody approves this', 'Bo Lind and Cy Okafor', 'within 1 day', 'The gateway is down']) {
      expect(wordsOf(confirm)).toContain(text);
    }
    const wrong = await s.sendForm('ana', confirm, { confirm: 'yes' });
    expect(wordsOf(wrong)).toContain('That is not the name of the place');
    expect(await s.listedRole('ana', 'gateway', 'contributor')).toHaveLength(0);

    const used = await s.sendRequest('ana', wrong, { confirm: 'gateway' });
    const card = await useCard(used, 'Break-glass · Eligible until');
    expect(wordsOf(card)).toContain('nobody approved it; Bo Lind and Cy Okafor were told');
    expect(await s.listedRole('ana', 'gateway', 'contributor')).toHaveLength(1);
    const told = await s.message(personalChat('bo'), 'Break-glass · Eligible until', 'bo');
    expect(wordsOf(told)).toContain('The gateway is down');
    expect(await s.offeredTo('bo', told)).toContain('access.remove');
    const mention = await s.message(channels.approvals, ({ text = '' }) => text.includes(`(${used.ref})`));
    expect(mention.mentions?.map(({ name }) => name)).toEqual(['Cy Okafor']);
    expect(mention.rootId).toBe(card.rootId ?? card.id);

    const review = await s.cardOf({ ref: `Review of ${used.ref}` }, 'A review is due');
    expect(await s.offeredTo('bo', review)).toContain(REVIEW.yes);
    expect(await s.offeredTo('ana', review)).not.toContain(REVIEW.yes);
    expect(await pressReview('ana', used, REVIEW.yes)).toContain('You cannot review');
    expect(await pressReview('di', used, REVIEW.yes)).toContain('You cannot review');
    expect(await s.reply('ana', `break glass owner on payments ${WHY}`)).toContain('has not been reviewed yet');

    expect(answerOf(await s.press('bo', review, REVIEW.yes))).toContain('Justified, says Bo Lind');
    expect(await pressReview('cy', used, REVIEW.no, 'no')).toContain('Bo Lind has reviewed it already');
    expect(wordsOf(await useCard(used, 'justified, by Bo Lind'))).toContain('Eligible');
    for (const who of ['bo', 'cy'] as const) {
      expect(await cardsIn(who, `Break-glass ${used.ref}`)).toHaveLength(who === 'bo' ? 1 : 0);
      expect(await cardsIn(who, `Review of ${used.ref}`)).toHaveLength(1);
    }
    const replies = await s.teams.messages(channels.approvals);
    expect(replies.filter((one) => one.text?.includes(`(${used.ref})`))).toHaveLength(1);
    const atAnyHour = 'my notices mention, quiet none';
    expect(await s.reply('bo', atAnyHour, { where: personalChat('bo') })).toContain('Saved');
    const recorded = await events();
    expect(recorded.filter((event) => event === 'skipped approver told')).toHaveLength(2);
    expect(recorded).toEqual(expect.arrayContaining(['review due', 'found justified', 'refused']));
  });

  it('that was not justified ends at once where the reviewer wants that', async () => {
    const used = await breakGlass('di', 'contributor on staging for 1 hour', 'Payments Staging');
    await useCard(used, 'Eligible until');
    const review = await reviewIn('bo', used);
    s.clock.advance(6 * MINUTE);
    const fields = { reason: 'Staging is no emergency', ends: 'yes' };
    expect(answerOf(await s.press('bo', review, REVIEW.no, fields))).toContain('Not justified, says Bo Lind');
    const card = await useCard(used, 'Removed by Bo Lind');
    expect(wordsOf(card)).toContain('Staging is no emergency');
    expect(await s.listedRole('di', 'staging', 'contributor')).toHaveLength(0);
  });

  it('is not used again, nor reviewed by its user, after an edit of its row', async () => {
    const used = await breakGlass('di', 'contributor on gateway for 30 minutes', 'gateway');
    await useCard(used, 'Break-glass · Eligible until');
    const uses = (set: object) =>
      s.inStore((db) =>
        db
          .updateTable('break_glass')
          .set(set)
          .where('state', 'in', ['due', 'justified'])
          .where('reviewed_at', 'is', null)
          .execute(),
      );
    await uses({ state: 'justified', open_person: null });
    expect(await s.reply('di', `break glass owner on payments ${WHY}`)).toContain('has not been reviewed yet');
    await uses({ state: 'due', person_id: '99999999-9999-4999-8999-999999999999' });
    expect(await pressReview('bo', used, REVIEW.yes)).toContain(plain('changes.refused.altered'));
    await uses({ person_id: people.di.objectId, open_person: people.di.objectId });
    await reviewed('bo', used);
  });

  it('reminds its reviewers at half of the time, outside their quiet hours, and tells the operators once when the review is overdue', async () => {
    const used = await breakGlass('ana', 'contributor on ledger for 20 minutes', 'ledger');
    await useCard(used, 'Eligible until');
    await reviewIn('bo', used);
    await s.restart();
    s.clock.advance(12 * HOUR + MINUTE);
    await s.until('a reminder', async () => (await cardsIn('bo', `Review of ${used.ref}`)).length === 2);
    s.clock.advance(12 * HOUR);
    await s.message(channels.alerts, `A review is overdue`);
    await s.cardOf({ ref: `Review of ${used.ref}` }, 'The review is overdue');
    await s.until('the second reminder', async () => (await cardsIn('bo', `Review of ${used.ref}`)).length === 3);
    await s.restart({ drain: true });
    const quiet = `${new Date(s.clock.now() + HOUR).getUTCHours()}:00 to ${new Date(s.clock.now() + 4 * HOUR).getUTCHours()}:00`;
    const chosen = `my notices own chat, quiet ${quiet}, zone UTC`;
    expect(await s.reply('bo', chosen, { where: personalChat('bo') })).toContain('Saved');
    s.clock.advance(3 * DAY + 2 * HOUR);
    await s.until('a reminder for Cy', async () => (await cardsIn('cy', `Review of ${used.ref}`)).length === 4);
    expect(await cardsIn('bo', `Review of ${used.ref}`)).toHaveLength(3);
    s.clock.advance(3 * HOUR);
    await s.until('one more reminder', async () => (await cardsIn('bo', `Review of ${used.ref}`)).length === 4);
    const told = (await s.teams.messages(channels.alerts)).filter((one) => wordsOf(one).includes(`(${used.ref})`));
    expect(told).toHaveLength(1);
    await reviewed('bo', used);
    await s.until('all copies without buttons', async () => {
      const copies = await cardsIn('bo', `Review of ${used.ref}`);
      return copies.every((copy) => wordsOf(copy).includes('Justified, says Bo Lind'));
    });
  });
});
