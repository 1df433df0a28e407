import { areasOf } from '#features/help/topics.ts';
import { features } from '#features/index.ts';
import { escapeMarkdown } from '#platform/lib/text.ts';
import type { MessageView } from '../../sandbox/teams/api.ts';
import { people } from '../../sandbox/world.ts';
import { buttonsOf } from '../support/card-view.ts';
import { channels, personalChat, wordsOf } from '../support/steward.ts';
import { answerOf, shown } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

const s = steward();

const welcomes = async (where: string): Promise<number> =>
  (await s.teams.messages(where)).filter((message) => wordsOf(message).includes(shown('help.welcome.title'))).length;

/** What stands in a conversation in answer to a press, after everything that stood there before. */
const saidAfter = async (where: string, act: () => Promise<unknown>) => {
  const before = (await s.teams.messages(where)).length;
  await act();
  return s.until('the answer to the button', async () => (await s.teams.messages(where))[before]);
};

describe('a welcome', () => {
  it('is posted once per installation, although Teams reports it twice', async () => {
    for (const where of [channels.general, personalChat('ana')]) {
      await s.until('the welcome', async () => (await welcomes(where)) > 0);
      expect(await welcomes(where)).toBe(1);
    }
    expect(await welcomes(channels.approvals)).toBe(0);
  });

  it.each<[keyof typeof people, 'request-role' | 'waiting' | 'transactions', string]>([
    ['ana', 'request-role', 'request role'],
    ['bo', 'waiting', 'waiting'],
    ['di', 'transactions', 'transactions november'],
    ['fi', 'transactions', 'transactions november'],
  ])('offers %s first what concerns them', async (person, name, command) => {
    const card = await s.until('the welcome', async () =>
      (await s.teams.messages(personalChat(person))).find((message) => message.cards.length > 0),
    );
    const [primary, ...others] = (card.cards[0] as { actions: object[] }).actions;
    expect(primary).toMatchObject({
      title: shown(`help.welcome.button.${name}`),
      style: 'positive',
      data: { text: command },
    });
    expect(others).toMatchObject(others.map(() => ({ style: 'default' })));
  });

  it('is not posted to a channel again when the app was removed and added within a day', async () => {
    await s.until('the welcome', async () => (await welcomes(channels.general)) === 1);
    for (const installed of [false, true]) await s.teams.setInstalled('ana', 'team', installed);
    await s.ask('ana', 'whoami', { where: channels.general });
    expect(await welcomes(channels.general)).toBe(1);
  });

  it('is posted to a person again only after the app was removed and added', async () => {
    const chat = personalChat('fi');
    await s.until('the welcome', async () => (await welcomes(chat)) === 1);
    for (const installed of [false, true]) await s.teams.setInstalled('fi', 'personal', installed);
    await s.until('another welcome', async () => (await welcomes(chat)) === 2);
  });
});

describe('help', () => {
  it('shows the areas, opens one in place, and runs a command for the person who presses it', async () => {
    const overview = await s.ask('ana', 'help', { where: personalChat('ana') });
    for (const area of ['Roles', 'Invoices', 'Help']) expect(wordsOf(overview)).toContain(area);
    const area = answerOf(await s.teams.act('ana', overview.id, 'help.topic', { topic: 'access' }));
    expect(area).toContain('request role');
    expect(area).toContain('request role reader on payments for 5 days because');
    const form = await saidAfter(personalChat('ana'), () =>
      s.teams.act('ana', overview.id, 'say', { text: 'my access' }),
    );
    expect(wordsOf(form)).toContain(shown('access.mine.title', { who: people.ana.name }));
  });

  it('on an area’s button shows the command of the same name', async () => {
    const area = await s.ask('ana', 'help health');
    const one = answerOf(await s.teams.act('ana', area.id, 'help.topic', { command: 'health' }));
    expect(one).toContain('service health · incidents');
    expect(one).toContain(escapeMarkdown('[since DATE] · [level LEVEL]'));
  });

  it('with an unknown word shows the overview', async () => {
    expect(await s.reply('ana', 'help the weather')).toContain('Invoices');
  });

  it('understands a misspelt command, with its arguments', async () => {
    expect(await s.reply('ana', 'my acess')).toContain(shown('access.mine.title', { who: people.ana.name }));
    expect(await s.reply('ana', 'helb compare')).toContain('compare october november');
  });

  it('a button with an unknown command does nothing', async () => {
    const overview = await s.ask('ana', 'help');
    for (const data of [{ text: 'xyzzy' }, { text: 'x'.repeat(300) }, {}]) {
      expect(answerOf(await s.teams.act('ana', overview.id, 'say', data))).toBe(shown('bot.refused.press'));
    }
  });
});

describe('settings', () => {
  it('show what is active in a channel, with the commands that change it', async () => {
    const before = await s.reply('bo', 'settings', { where: channels.alerts });
    expect(before).toContain('Nothing is watched');
    await s.ask('bo', 'watch health on payments', { where: channels.alerts });
    // What is going on is told there too, and could be taken for the answer.
    await s.until('the watch among the settings', async () =>
      (await s.reply('bo', 'settings', { where: channels.alerts })).includes('1 watch'),
    );
    expect(await s.reply('bo', 'settings', { where: channels.approvals })).toContain('payments roles');
    expect(await s.reply('di', 'settings', { where: channels.finance })).toContain('Northwind Payments');
  });
});

/** What people have set, everywhere. */
const setByPeople = () =>
  s.inStore(async (db) => ({
    watches: await db.selectFrom('watches').select(['ref', 'paused_until']).orderBy('ref').execute(),
    mutes: await db.selectFrom('alert_mutes').select('id').orderBy('id').execute(),
    requests: await db.selectFrom('changes').select(['id', 'state']).orderBy('id').execute(),
    terms: await db.selectFrom('translation_terms').select('id').orderBy('id').execute(),
    languages: await db.selectFrom('translation_readers').selectAll().execute(),
  }));

it('each “Try it” of help shows or asks something, and changes no settings', async () => {
  // One of each, so that the name alone is enough to end it.
  const where = channels.approvals;
  const overview = await s.ask('bo', 'help', { where });
  await s.requestRole('bo', 'reader on payments for 5 days because of the payouts');
  for (const said of [
    'watch health on payments',
    'mute service App Service anyway',
    'glossary add ledger = Konto in German for this channel',
  ]) {
    await s.ask('bo', said, { where });
  }
  await s.ask('bo', 'my language german', { where });
  const before = await setByPeople();
  expect(Object.values(before).filter(({ length }) => length === 0)).toEqual([]);

  const openTopic = async (topic: string) => {
    const { body } = await s.teams.act('bo', overview.id, 'help.topic', { topic });
    return buttonsOf({ cards: [body?.value] } as MessageView);
  };
  const says: unknown[] = [];
  for (const { name } of areasOf(features.flatMap(({ commands = [] }) => commands))) {
    says.push(...(await openTopic(name)).flatMap(({ verb, data: { text } }) => (verb === 'say' ? [text] : [])));
  }
  expect(says).toEqual(expect.arrayContaining(['watch', 'my access', 'sync settings fees']));
  for (const text of says) {
    const answer = answerOf(await s.fast(() => s.teams.act('bo', overview.id, 'say', { text })));
    expect([text, answer]).not.toEqual([text, shown('bot.refused.press')]);
  }
  expect(await setByPeople()).toEqual(before);
});
