import { channels, personalChat, wordsOf } from '../support/steward.ts';
import { answerOf, plain, shown } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

const s = steward();

describe('typed input', () => {
  it.each(['?', 'what is the weather like', '🙈', '${x} {{DATE(now)}} <at>Bo</at>'])(
    'what is no command (%s) leads to help',
    async (typed) => {
      expect(await s.reply('ana', typed)).toContain('help');
    },
  );

  it('a text of 100,000 characters is answered like any other', async () => {
    expect(await s.reply('ana', 'x'.repeat(100_000))).toContain(shown('bot.ownWords.cannot'));
  });

  it('a reason of 100,000 characters is not sent: its beginning stays in the form with the problem', async () => {
    const form = wordsOf(
      await s.ask('ana', `request role reader on payments for 2 days because ${'many words '.repeat(10_000)}`),
    );
    expect(form).toContain(plain('bot.form.tooLong', { max: 1_000 }));
    expect(form).toContain('many words many words');
    expect(form).not.toMatch(/R-[0-9A-Z]{5}/);
  });

  it.each([personalChat('ed'), channels.general])(
    'a guest’s command is refused without code or id (%s)',
    async (where) => {
      const refused = await s.ask('ed', 'my access', { where });
      expect(wordsOf(refused)).toContain(shown('bot.refused.guest'));
      expect(JSON.stringify(refused.cards)).not.toMatch(/Policy|correlation|attention| · id/i);
    },
  );

  it.each(['cancel request R-22222', 'cancel request nonsense'])('“%s” names no waiting request', async (typed) => {
    expect(await s.reply('cy', typed)).toMatch(/I found no request (R-22222|nonsense)/);
  });
});

describe('a press', () => {
  it('with a reason and a duration of 100,000 characters is refused', async () => {
    const asked = await s.requestRole('di', 'contributor on staging for 2 days because I count');
    const card = await s.cardOf(asked, 'Waiting');
    const long = 'y'.repeat(100_000);
    const refused = answerOf(await s.press('bo', card, 'change.approve', { shorter: long }));
    expect(refused).toContain(plain('access.shorter.unreadable'));
    await s.press('bo', card, 'change.deny', { reason: long });
    expect(wordsOf(await s.cardOf(asked, 'Denied by Bo Lind', channels.general))).toContain('yyy…');
  });
});
