import type { CardSubject } from '#engine/outbox/card-button.ts';
import { translateButton } from '#features/translation/index.ts';
import { translationSection } from '#features/translation/policy.ts';
import { createTestPolicy } from '../../support/policy.ts';

const cardSubject: CardSubject = {
  subject: 'alert:c1',
  subscriptions: [],
  called: 'KV-1AA',
  texts: ['Die Kasse steht'],
};
const policyWith = (text: string) => createTestPolicy(`people: {}\n${text}`, [translationSection]).current();
const forEveryone = policyWith('translation: { use: everyone }');

it('the button sends the subject of the card, never its texts', () => {
  const answers = translateButton.answers(cardSubject, forEveryone);
  expect(answers).toEqual({ thing: 'alert:c1' });
});

it('the button opens a dialog, and needs a translator', () => {
  expect(translateButton).toMatchObject({ window: true, needs: 'translator' });
});

it.each([
  ['a card without texts, or whose texts are hidden', { ...cardSubject, texts: [] }, forEveryone],
  ['cards when the policy lets nobody translate', cardSubject, policyWith('')],
])('the button is not on %s', (_what, one, policy) => {
  expect(translateButton.answers(one, policy)).toBeUndefined();
});
