import { fieldsOf } from '../support/card-view.ts';
import { personalChat, wordsOf } from '../support/steward.ts';
import { plain, shown } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

const s = steward();

const say = (person: 'ana' | 'bo' | 'di', text: string) => s.ask(person, text, { where: personalChat(person) });

describe('a role is asked for only by the person who needs it', () => {
  it('a wish for somebody else in own words opens no form, and names the person', async () => {
    const answer = await say('bo', 'give Cy reader on payments for 3 days because audit');
    expect(wordsOf(answer)).toContain(shown('access.form.onlySelf', { who: 'Cy Okafor' }));
  });

  it('a command for somebody else opens no form, and names the person', async () => {
    const answer = await say('ana', 'request role reader on payments for Cy Okafor because audit');
    expect(wordsOf(answer)).toContain(shown('access.form.onlySelf', { who: 'Cy Okafor' }));
  });
});

describe('where nothing can be removed', () => {
  it.each([
    ['Fi Costa', 'none'],
    ['Cy Okafor', 'elsewhere'],
  ] as const)('whoever may remove is told why: %s', async (who, why) => {
    const answer = wordsOf(await say('bo', `remove access of ${who}`));
    expect(answer).toContain(shown(`access.removeForm.${why}`, { self: false, who }));
  });
});

it('what is no role leaves the list whole, with what each role allows', async () => {
  await say('ana', 'request role');
  const form = await say('ana', 'just to look');
  expect(fieldsOf(form)).toMatchObject({ role: '' });
  expect(wordsOf(form)).toContain('See everything, change nothing.');
  expect(wordsOf(form)).toContain(
    plain('access.problem.unknown', { kind: 'role', said: 'just to look', count: 0, near: '' }),
  );
  await say('ana', 'never mind');
});
