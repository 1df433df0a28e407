import { otherPlaces } from '../../sandbox/world.ts';
import { fromMenu, menuSource, pressIn, sendIn } from '../support/dialogs.ts';
import { personalChat, wordsOf } from '../support/steward.ts';
import { plain } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';
import { fromTranslateMenu, MENU, saidBy } from '../support/translation-dialogs.ts';

const s = steward();
const { direct, groupWithout, private: privateChannel } = otherPlaces;

const SAID = 'Das Hauptbuch ist ausgefallen.';
const MEANT = 'The ledger is down.';
const GONE = plain('connector.error.gone');

/** Somebody writes it there; the bot hears nothing of it. */
const written = async (as: 'ana' | 'bo' | 'ed', where: string): Promise<string> =>
  (await s.teams.say(as, where, SAID)).id;

/** Teams lets the bot read no roster for some calls: neither the conversation’s nor the person’s own. */
const noRosters = (count: number): void => {
  // What was read before is no longer believed.
  s.clock.advance(11 * 60_000);
  const body = {
    error: { code: 'BotNotInConversationRoster', message: 'The bot is not part of the conversation roster.' },
  };
  s.teams.faults.next({ status: 403, body, on: 'members', count });
};

describe('“Translate with Steward” where Steward is no member', () => {
  it('works in a chat between two people for an employee whom the policy does not name', async () => {
    const words = saidBy(await fromTranslateMenu(s, 'gwen', await written('ana', direct.id)));
    expect(words).toContain(MEANT);
  });

  it('works in a private channel for a person whom the policy names', async () => {
    expect(saidBy(await fromTranslateMenu(s, 'cy', await written('bo', privateChannel.id)))).toContain(MEANT);
  });

  it('is refused to a guest, who reads why', async () => {
    const said = saidBy(await fromTranslateMenu(s, 'ed', await written('ana', groupWithout.id)));
    expect(said).toContain(plain('bot.refused.guest'));
    expect(said).not.toContain(GONE);
  });
});

describe('where Steward can see in no roster who a person is', () => {
  it('the dialog offers to add Steward, and after that goes on with the same message', async () => {
    const id = await written('ana', direct.id);
    noRosters(2);
    const source = menuSource(id, MENU);
    const offer = await s.teams.openDialog('gwen', source);
    expect(offer).toMatchObject({ kind: 'card', title: plain('bot.install.title') });
    expect(saidBy(offer)).toContain(plain('bot.refused.notInstalled'));
    const added = await s.teams.submitDialog('gwen', source, { msteams: { justInTimeInstall: true } });
    expect(saidBy(added)).toContain(MEANT);
    await s.message(direct.id, plain('help.welcome.title'), 'gwen');
    await s.teams.setInstalled('gwen', direct.id, false);
  });

  it('a guest may not add it, and nothing is translated', async () => {
    const id = await written('ana', groupWithout.id);
    noRosters(2);
    const source = menuSource(id, MENU);
    const offer = await s.teams.openDialog('ed', source);
    expect(saidBy(offer)).not.toContain(MEANT);
    const added = await s.teams.submitDialog('ed', source, { msteams: { justInTimeInstall: true } });
    expect(added.kind).toBe('failed');
  });
});

it('what is for one person alone does not stand in a chat between two people to which one of them added Steward', async () => {
  await s.teams.setInstalled('ana', direct.id, true);
  await s.message(direct.id, plain('help.welcome.title'), 'ana');
  expect(await s.reply('ana', 'where am I', { where: direct.id })).toContain(plain('help.where.group'));
  const asked = await s.requestApproved('ana', 'reader on payments for 2 days because it is mine alone');
  await s.cardOf(asked, 'Eligible until', personalChat('ana'));
  expect((await s.teams.messages(direct.id)).map(wordsOf).join()).not.toContain(asked.ref);
  await s.teams.setInstalled('ana', direct.id, false);
});

it('a role that is requested in the menu of a message of a chat between people goes to the person’s own chat', async () => {
  const details = await sendIn(s, 'ana', await fromMenu(s, 'ana', await written('ana', direct.id)), {
    role: 'reader',
    place: 'ledger',
  });
  await pressIn(s, 'ana', details, { duration: '2 days', reason: 'asked in a chat of two' });
  await s.message(personalChat('ana'), 'asked in a chat of two');
});
