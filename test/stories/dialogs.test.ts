import type { PersonKey } from '../../sandbox/world.ts';
import {
  dataIn,
  fieldsIn,
  fromMenu,
  inWindow,
  lastWord,
  menuSource,
  pressIn,
  sendIn,
  wordsIn,
} from '../support/dialogs.ts';
import { channels, personalChat, wordsOf } from '../support/steward.ts';
import { plain, refOf, shown } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

const s = steward();

/** Longer than a card that was pressed is left alone. */
const A_MOMENT = 2_000;

const say = async (as: PersonKey, text: string, where: string = channels.general): Promise<string> =>
  (await s.teams.say(as, where, text)).id;

/** The bot's newest card below this message. */
const cardBelow = (root: string, says: string) =>
  s.message(channels.general, (one) => one.rootId === root && one.from.kind === 'bot' && wordsOf(one).includes(says));

const requestsSaying = async (words: string): Promise<number> =>
  (await s.teams.messages(channels.approvals)).filter((message) => wordsOf(message).includes(words)).length;

describe('“Request a role” in the menu of a message', () => {
  it('makes the message the reason of a request, which is then granted', async () => {
    const message = await say('ana', 'can somebody let me into gateway? I mend the payouts');
    const choose = await fromMenu(s, 'ana', message);
    expect(choose.title).toBe(shown('access.form.title'));
    const details = await sendIn(s, 'ana', choose, { role: 'contributor', place: 'gateway' });
    expect(fieldsIn(details)).toMatchObject({ reason: 'can somebody let me into gateway? I mend the payouts' });
    const last = lastWord(await pressIn(s, 'ana', details, { duration: '3 days' }));
    expect(last).toBe(plain('bot.answer.delivered', { kind: 'channel' }));
    const asked = { ref: refOf(await cardBelow(message, 'Waiting')), where: channels.general };
    await s.pressApprove('bo', asked);
    await s.cardOf(asked, 'Eligible until');
    s.clock.advance(A_MOMENT);
    await cardBelow(message, 'Eligible until');
    expect(await s.listedRole('ana', 'gateway', 'contributor')).toHaveLength(1);
  });

  it('quotes another person’s message with its author', async () => {
    const dialog = await fromMenu(s, 'ana', await say('bo', 'Ana must look at staging'));
    const details = await sendIn(s, 'ana', dialog, { role: 'contributor', place: 'staging' });
    expect(fieldsIn(details)['reason']).toBe('Bo Lind wrote: Ana must look at staging');
  });

  it('shortens a long message to the length of a reason, between two characters', async () => {
    const dialog = await fromMenu(s, 'ana', await say('ana', '👩‍👩‍👧 '.repeat(400)));
    const { reason = '' } = fieldsIn(await sendIn(s, 'ana', dialog, { role: 'contributor', place: 'staging' }));
    expect([reason.length <= 1_000, /^(👩‍👩‍👧 )+(👩‍👩‍👧)?…$/u.test(reason)]).toEqual([true, true]);
  });

  it('starts without a reason on a card of the bot', async () => {
    const help = await s.ask('ana', 'help');
    const dialog = await fromMenu(s, 'ana', help.id);
    expect(fieldsIn(await sendIn(s, 'ana', dialog, { role: 'contributor', place: 'staging' }))['reason']).toBe('');
  });

  it('says at once that the policy has no role for the person', async () => {
    const answer = await s.teams.openDialog('fi', menuSource(await say('fi', 'let me in')));
    expect(lastWord(answer)).toContain(plain('access.form.nothing'));
  });

  it.each([channels.general, personalChat('ed')])('is refused to a guest in a sentence (%s)', async (where) => {
    const answer = lastWord(await s.teams.openDialog('ed', menuSource(await say('ed', 'let me in', where))));
    expect(answer).toBe(plain('bot.refused.guest'));
  });

  it('in a personal chat with the bot posts its card there', async () => {
    const message = await say('di', 'I close the month at ledger', personalChat('di'));
    const details = await sendIn(s, 'di', await fromMenu(s, 'di', message), { role: 'contributor', place: 'ledger' });
    const last = lastWord(await pressIn(s, 'di', details, { duration: '1 day' }));
    expect(last).toBe(plain('bot.answer.delivered', { kind: 'personal' }));
    const words = 'I close the month at ledger';
    const card = await s.message(personalChat('di'), (one) => wordsOf(one).includes(words) && one.cards.length > 0);
    expect(wordsOf(card)).toContain('Waiting');
  });
});

describe('a form on a card, opened in a window', () => {
  it('is sent there, and the card in the channel then shows the request', async () => {
    const form = await s.ask('ana', 'request role contributor on ledger');
    const window = await inWindow(s, 'ana', form);
    const result = await sendIn(s, 'ana', window, { duration: '2 days', reason: 'from the window' });
    expect(wordsIn(result)).toContain('from the window');
    s.clock.advance(A_MOMENT);
    const card = await s.until('the request where the form stood', async () => {
      const [seen, own] = [await s.formOf('bo', form), await s.formOf('ana', form)];
      return wordsOf(seen).includes('Waiting') && wordsOf(own).includes('Waiting') && seen;
    });
    expect(refOf(card)).toBe(/R-[0-9A-Z]{5}/.exec(wordsIn(result))?.[0]);
    expect(wordsOf(card)).not.toContain(plain('bot.form.window'));
  });

  it('can be withdrawn in the window itself', async () => {
    const form = await s.ask('di', 'request role reader on ledger');
    const result = await sendIn(s, 'di', await inWindow(s, 'di', form), { duration: '2 days', reason: 'a whim' });
    lastWord(await pressIn(s, 'di', result, {}, 'change.cancel'));
    s.clock.advance(A_MOMENT);
    await s.until('that it was taken back', async () =>
      wordsOf(await s.formOf('di', form)).includes(plain('changes.state.cancelled', { by: 'Di Meyer' })),
    );
  });
});

it('a dialog survives a restart', async () => {
  const dialog = await fromMenu(s, 'bo', await say('bo', 'I look after the restart'));
  const details = await sendIn(s, 'bo', dialog, { role: 'contributor', place: 'payments' });
  await s.restart();
  await s.teams.submitDialog('bo', details.source, dataIn(details, { duration: '2 days' }));
  await s.until('the request', async () => (await requestsSaying('I look after the restart')) === 1);
});

it('an edited or deleted message makes no request', async () => {
  const { id } = await s.teams.say(
    'ana',
    channels.general,
    'request role reader on staging for 2 days because of one',
    {
      mention: true,
    },
  );
  const botSaid = async () =>
    (await s.teams.messages(channels.general)).filter(({ from }) => from.kind === 'bot').map(({ id: one }) => one);
  const before = await botSaid();
  await s.teams.edit('ana', id, '@Steward request role reader on ledger for 2 days because of an edit');
  await s.teams.remove('ana', id);
  expect(await requestsSaying('an edit')).toBe(0);
  expect(await botSaid()).toEqual(before);
});
