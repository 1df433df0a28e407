import { people } from '../../src/sandbox/world.ts';
import { channels, personalChat, type Steward, startSteward, wordsOf } from '../support/steward.ts';
import { answerOf, ask, freshStory, press, shown } from '../support/story.ts';

let s: Steward;
beforeAll(async () => {
  s = await startSteward();
});
beforeEach(() => freshStory(s));
afterAll(() => s.end());

const welcomes = async (where: string): Promise<number> =>
  (await s.teams.messages(where)).filter((message) => wordsOf(message).includes(shown('help.welcome.title'))).length;

/** What stands in a conversation in answer to a press, after everything that stood there before. */
const saidAfter = async (where: string, act: () => Promise<unknown>) => {
  const before = (await s.teams.messages(where)).length;
  await act();
  return s.until('the answer to the button', async () => (await s.teams.messages(where))[before]);
};

describe('a welcome', () => {
  it('stands once where the app was installed, though Teams tells it twice', async () => {
    for (const where of [channels.general, personalChat('ana')]) {
      await s.until('the welcome', async () => (await welcomes(where)) > 0);
      expect(await welcomes(where)).toBe(1);
    }
    expect(await welcomes(channels.approvals)).toBe(0);
  });

  it('comes again only when the app was taken out and put in again', async () => {
    const chat = personalChat('fi');
    await s.until('the welcome', async () => (await welcomes(chat)) === 1);
    for (const installed of [false, true]) await s.teams.setInstalled('fi', 'personal', installed);
    await s.until('another welcome', async () => (await welcomes(chat)) === 2);
  });
});

describe('help', () => {
  it('shows the areas, one of them in place, and says a command for whoever presses it', async () => {
    const overview = await ask(s, 'ana', 'help', { where: personalChat('ana') });
    for (const area of ['Roles', 'Invoices', 'Finding your way']) expect(wordsOf(overview)).toContain(area);
    const area = answerOf(await s.teams.act('ana', overview.id, 'help.topic', { topic: 'access' }));
    expect(area).toContain('request role');
    expect(area).toContain('request role reader on payments for 5 days because');
    const form = await saidAfter(personalChat('ana'), () =>
      s.teams.act('ana', overview.id, 'say', { text: 'my access' }),
    );
    expect(wordsOf(form)).toContain(shown('access.mine.title', { who: people.ana.name }));
  });

  it.each(['help invoices', 'help compare', 'help BREAKDOWN'])('“%s” shows the area of it', async (typed) => {
    expect(wordsOf(await ask(s, 'ana', typed))).toContain('compare october november');
  });

  it('of what is no area and no command says what there is', async () => {
    expect(wordsOf(await ask(s, 'ana', 'help the weather'))).toContain('Invoices');
  });

  it('a word that is nearly a command can be pressed as that command', async () => {
    const back = await ask(s, 'ana', 'my acess');
    const list = await saidAfter(back.conversationId, () => press(s, 'ana', back, 'say'));
    expect(wordsOf(list)).toContain(shown('access.mine.title', { who: people.ana.name }));
  });

  it('a button that says what no command is does nothing', async () => {
    const overview = await ask(s, 'ana', 'help');
    for (const data of [{ text: 'xyzzy' }, { text: 'x'.repeat(300) }, {}]) {
      expect(answerOf(await s.teams.act('ana', overview.id, 'say', data))).toBe(shown('bot.refused.press'));
    }
  });
});

describe('settings', () => {
  it('tell what is on in a channel, and lead to what changes it', async () => {
    const before = wordsOf(await ask(s, 'bo', 'settings', { where: channels.alerts }));
    expect(before).toContain('Nothing is watched');
    await ask(s, 'bo', 'watch health on payments', { where: channels.alerts });
    // What is going on is told there too, and could be taken for the answer.
    await s.until('the watch among the settings', async () =>
      wordsOf(await ask(s, 'bo', 'settings', { where: channels.alerts })).includes('1 watch'),
    );
    expect(wordsOf(await ask(s, 'bo', 'settings', { where: channels.approvals }))).toContain('payments roles');
    expect(wordsOf(await ask(s, 'di', 'settings', { where: channels.finance }))).toContain('Northwind Payments');
  });
});
