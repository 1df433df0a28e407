import { createFacts, ownerId } from '#features/subscriptions/facts.ts';
import { nameField, tagsField } from '#features/subscriptions/form/fields.ts';
import { tagsIn } from '#features/subscriptions/form/read-terms.ts';
import { loadTexts } from '#platform/texts/texts.ts';
import { checkFields } from '#teams/cards/form.ts';
import { createTerms } from './changes.ts';

const words = loadTexts().for('en');
const HIDDEN = '\u200b\u2060';

test.each([
  ['a name', nameField(words, true)],
  ['a name that may be left out', nameField(words, false)],
])('%s of hidden characters only counts as missing', (_what, field) => {
  expect(Object.keys(checkFields([field], { [field.id]: HIDDEN }))).toEqual([field.id]);
  expect(checkFields([field], { [field.id]: `Fee${HIDDEN} Lab` })).toEqual({});
});

test('tags are checked when they are parsed', () => {
  const field = tagsField(words);
  expect(Object.keys(checkFields([field], { tags: `team=${HIDDEN}` }))).toEqual(['tags']);
  expect(checkFields([field], { tags: `te${HIDDEN}am=a` })).toEqual({});
  expect(tagsIn(`te${HIDDEN}am=a`)).toEqual({ team: 'a' });
});

test('the owner is shown by name, with the object id behind Details', () => {
  const told = createFacts(createTerms, words).find(({ title }) => title === words.plain('subscriptions.label.owner'));
  expect(told?.value).toBe('Di Meyer');
  expect(ownerId(createTerms, words)).toBe(`Di Meyer: ${createTerms.owner?.objectId}`);
});
