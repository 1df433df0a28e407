import type { PersonKey } from '../../sandbox/world.ts';
import { people } from '../../sandbox/world.ts';
import { channels, personalChat, wordsOf } from '../support/steward.ts';
import { isIdle, violations } from '../support/store-invariants.ts';
import { answerOf, plain, type RequestRef, shown } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

const s = steward();

/** Sends the form that a command of an administrator opens. @returns what stands in its place */
const send = async (as: PersonKey, text: string): Promise<string> => {
  const form = await s.ask(as, text, { where: personalChat(as) });
  return answerOf(await s.press(as, form, 'form.submit'));
};

const freezes = (as: PersonKey, what: string): Promise<string> => send(as, `freeze ${what}`);
const unfreezes = (as: PersonKey, what = ''): Promise<string> => send(as, `unfreeze ${what}`);

const offered = async (as: PersonKey, asked: RequestRef): Promise<string[]> => s.offeredTo(as, await s.cardOf(asked));
const isFrozen = (asked: RequestRef) => s.cardOf(asked, shown('changes.state.frozen'));
const isWaiting = (asked: RequestRef) => s.cardOf(asked, 'Waiting for approval');

const refusals = async (): Promise<string> =>
  JSON.stringify(
    await s.inStore((db) => db.selectFrom('audit').selectAll().where('event', '=', 'refused').orderBy('seq').execute()),
  );

describe('a freeze of everything', () => {
  it('a waiting request shows the freeze until it is over, and nobody can approve it before', async () => {
    const asked = await s.requestRole('ana', 'reader on payments for 5 days because I look');
    expect(await offered('cy', asked)).toContain('change.approve');

    expect(await freezes('bo', 'everything because an account was taken over')).toContain('Everything is frozen');
    const card = wordsOf(await isFrozen(asked));
    for (const text of ['Bo Lind froze', 'an account was taken over']) expect(card).toContain(text);
    expect(wordsOf(await s.cardOf(asked, shown('changes.state.frozen'), channels.general))).toContain('Bo Lind froze');
    expect(await offered('cy', asked)).not.toContain('change.approve');
    expect(await offered('cy', asked)).toContain('change.deny');
    expect(await s.pressAnyway('cy', asked, 'change.approve')).toContain('an account was taken over');
    expect(await s.reply('cy', `approve ${asked.ref}`)).toContain('Nobody can request or approve it');
    expect(s.sentRequests()).toHaveLength(0);

    expect(await unfreezes('bo')).toContain('Over: Bo Lind ended it');
    await isWaiting(asked);
    expect(await s.pressApprove('cy', asked)).toContain('being granted');
    await s.cardOf(asked, 'Eligible until');
  });

  it('a new request is refused with who froze it, since when and why, and its form stays filled in', async () => {
    await freezes('bo', 'because the tenant is being searched');
    const form = await s.ask('ana', 'request role contributor on staging for 5 days because I mend it');
    const answer = answerOf(await s.press('ana', form, 'form.submit'));
    for (const text of ['Bo Lind froze', 'today', 'the tenant is being searched']) expect(answer).toContain(text);
    await unfreezes('bo');
    await s.sendRequest('ana', form);
  });

  it('access is still removed, and requests are still denied and withdrawn', async () => {
    const granted = await s.requestApproved('ana', 'reader on ledger for 5 days because I look');
    await s.cardOf(granted, 'Eligible until');
    const denied = await s.requestRole('ana', 'contributor on ledger for 5 days because I mend it');
    const withdrawn = await s.requestRole('di', 'contributor on ledger for 5 days because I mend it');
    await s.cardOf(withdrawn);
    await freezes('bo', 'because the tenant is being searched');
    await isFrozen(denied);
    s.clock.advance(6 * 60_000);
    await s.press('ana', await s.cardOf(granted, 'Eligible until'), 'access.remove', { reason: 'done' });
    await s.cardOf(granted, 'Removed');
    expect(answerOf(await s.press('cy', await isFrozen(denied), 'change.deny', { reason: 'not now' }))).toContain(
      'Denied',
    );
    expect(answerOf(await s.press('di', await isFrozen(withdrawn), 'change.cancel'))).toContain('Withdrawn');
    await unfreezes('bo');
  });

  it('the operators are told when a freeze begins and when it ends, and the audit has both', async () => {
    await freezes('bo', 'because I try it out');
    await s.message(channels.alerts, 'I try it out');
    await unfreezes('bo');
    const news = await s.until('both messages', async () => {
      const words = (await s.teams.messages(channels.alerts))
        .map(wordsOf)
        .filter((text) => text.includes('I try it out'));
      return words.length === 2 && words.every((text) => text.includes('Over: Bo Lind')) && words;
    });
    expect(news[0]).toContain('Everything is frozen');
    const rows = await s.inStore((db) =>
      db.selectFrom('audit').selectAll().where('event', 'in', ['frozen', 'unfrozen']).orderBy('seq').execute(),
    );
    expect(rows.slice(-2).map(({ event, actor }) => [event, actor])).toEqual([
      ['frozen', people.bo.objectId],
      ['unfrozen', people.bo.objectId],
    ]);
  });

  it('a second freeze is refused while the first one lasts, and an unfreeze without a freeze says so', async () => {
    await freezes('bo', 'because I try it out');
    expect(await freezes('bo', 'because I try it twice')).toContain('Everything is frozen already: Bo Lind did that');
    await unfreezes('bo');
    expect(await s.reply('bo', 'unfreeze', { where: personalChat('bo') })).toBe(plain('administration.unfreeze.none'));
  });
});

describe('a freeze of a place', () => {
  it('a request at the place or below it cannot be approved, and one elsewhere can', async () => {
    const below = await s.requestRole('di', 'reader on gateway for 5 days because I look');
    const elsewhere = await s.requestRole('di', 'reader on staging for 5 days because I look');
    await s.cardOf(below);
    expect(await freezes('bo', 'payments because an account was taken over')).toContain(
      'Payments Production and below',
    );
    await isFrozen(below);
    expect(wordsOf(await s.cardOf(elsewhere))).toContain('Waiting for approval');
    expect(await s.pressApprove('cy', elsewhere)).toContain('being granted');
    expect(await s.pressAnyway('cy', below, 'change.approve')).toContain('at Payments Production and below');
    expect(await unfreezes('bo', 'payments')).toContain('Over');
    await isWaiting(below);
  });
});

it('a freeze by somebody who is no administrator is refused, names who may, and the audit has it', async () => {
  for (const where of [personalChat('cy'), channels.general]) {
    const answer = await s.reply('cy', 'freeze because I can', { where });
    expect(answer).toContain(plain('administration.refused.notYou'));
    expect(answer).toContain('Bo Lind');
  }
  expect(await refusals()).toContain('administration.refused.notYou');
});

it('nobody ends a freeze under which a request of theirs waits; another administrator does', async () => {
  await s.replaceInPolicy('administrators: [platform]', 'administrators: [platform, security]');
  const own = await s.requestRole('bo', 'reader on ledger for 5 days because I look');
  await s.cardOf(own);
  await freezes('bo', 'because I try it out');
  await isFrozen(own);
  const answer = await s.reply('bo', 'unfreeze', { where: personalChat('bo') });
  expect(answer).toContain(plain('administration.unfreeze.own', { ref: own.ref }));
  expect(await unfreezes('cy')).toContain('Over: Cy Okafor');
  await isWaiting(own);
});

it('nothing is left to do after these stories', async () => {
  await s.until('all quiet', () => s.inStore(isIdle));
  expect(await s.inStore(violations)).toEqual([]);
});
