import { fieldsOf } from '../support/card-view.ts';
import { personalChat, wordsOf } from '../support/steward.ts';
import { plain } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

const s = steward();

const of = (person: 'ana' | 'bo' | 'cy' | 'di') => ({ where: personalChat(person) });
const say = (person: 'ana' | 'bo' | 'cy' | 'di', text: string) => s.ask(person, text, of(person));
/**
 * Opens a form that needs the vendor's list of roles. Where the vendor was not read in the time that an answer has, the answer
 * says so and no form is open; then it is said once more.
 */
const openRemoval = (person: 'bo' | 'cy') =>
  s.until(
    'the form for a removal',
    async () => 'reason' in fieldsOf(await say(person, 'remove access of ana reader on payments')),
  );
const reminder = (label: string): string => plain('bot.form.stillAsks', { label });

describe('while a form is open', () => {
  it('a question in a person’s own words is answered, the form stays, and its last line says so', async () => {
    await openRemoval('bo');
    const answer = await say('bo', 'what roles does Ana have');
    expect(wordsOf(answer)).toContain(reminder(plain('access.removeForm.reason')));
    expect(fieldsOf(answer)).not.toHaveProperty('reason');
    await say('bo', 'never mind');
  });

  it('a wish for this very form in other words fills in what it names', async () => {
    await say('ana', 'request role');
    const form = await say('ana', 'can someone let me into payments production for a day');
    expect(fieldsOf(form)).toMatchObject({ place: 'payments' });
    expect(fieldsOf(await say('ana', 'reader'))).toMatchObject({ duration: '1 day' });
    await say('ana', 'never mind');
  });

  it('a command is answered with the reminder, only once for each time that the form is shown', async () => {
    await openRemoval('cy');
    expect(wordsOf(await say('cy', 'whoami'))).toContain(reminder(plain('access.removeForm.reason')));
    expect(wordsOf(await say('cy', 'whoami'))).not.toContain(reminder(plain('access.removeForm.reason')));
    await say('cy', 'never mind');
  });

  it.each([
    'I look into the failed payouts',
    'to see who has access to payments',
    'I need access to payments to compare the invoices of october',
    'my access ended',
  ])('“%s” stays the reason where a reason is asked for', async (reason) => {
    await say('ana', 'request role reader on payments for 1 day');
    await say('ana', 'skip');
    expect(fieldsOf(await say('ana', reason))).toMatchObject({ reason });
    await say('ana', 'never mind');
  });

  it('what is no wish stays an answer to the marked question, with what is wrong', async () => {
    await say('ana', 'request role reader on payments');
    const answer = await say('ana', 'for as long as it takes');
    expect(wordsOf(answer)).toContain(plain('access.problem.length', { endless: true }));
    expect(fieldsOf(answer)).toHaveProperty('duration');
    await say('ana', 'never mind');
  });
});

describe('a form that a sentence opened', () => {
  it.each(['ok', 'yes', 'go ahead', 'ok, do it', 'yes please'])(
    'is not sent by “%s”, which is no reason either',
    async (word) => {
      await say('bo', 'please freeze staging');
      const asked = await say('bo', word);
      expect(fieldsOf(asked)).toMatchObject({ place: 'staging', reason: '' });
      await say('bo', 'because the tests run');
      const kept = await say('bo', word);
      expect(wordsOf(kept)).toContain('type “send”');
      expect(fieldsOf(kept)).toMatchObject({ place: 'staging' });
      await say('bo', 'never mind');
    },
  );
});
