import { translateButton } from '../../../src/features/translation/index.ts';
import { translationSection } from '../../../src/features/translation/policy.ts';
import type { CardSubject } from '../../../src/outbox/card-button.ts';
import { createTestPolicy } from '../../support/policy.ts';

const thing: CardSubject = { subject: 'alert:c1', subscriptions: [], called: 'KV-1AA', texts: ['Die Kasse steht'] };
const policyWith = (text: string) => createTestPolicy(`people: {}\n${text}`, [translationSection]).current();
const forEveryone = policyWith('translation: { use: everyone }');

it('a card’s translation is asked for by the card’s name, never by its words', () => {
  const answers = translateButton.answers(thing, forEveryone);
  expect(answers).toEqual({ thing: 'alert:c1' });
});

it('opens where only the asker sees it, and only where there is a translator', () => {
  expect(translateButton).toMatchObject({ window: true, needs: 'translator' });
});

it.each([
  ['a card without texts, or whose texts are hidden', { ...thing, texts: [] }, forEveryone],
  ['people of whom none may translate', thing, policyWith('')],
])('nothing is offered to %s', (_what, one, policy) => {
  expect(translateButton.answers(one, policy)).toBeUndefined();
});
