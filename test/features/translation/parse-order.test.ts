import { fieldsOfOrder, formAnswers, parseOrder } from '../../../src/features/translation/parse-order.ts';
import { translationSection } from '../../../src/features/translation/policy.ts';
import { loadTexts } from '../../../src/texts/texts.ts';
import { createTestPolicy } from '../../support/policy.ts';

const words = loadTexts().for('en');
const policy = createTestPolicy(
  'translation: { use: everyone, categories: { ledger: { title: Ledger terms, category: id-1, allowFallback: false } } }',
  [translationSection],
).current();
const frame = { policy, words, own: 'en', conversationId: 'c' };
const message = { kind: 'text', content: 'ok' } as const;
const chosen = { to: 'ja', more: 'German', from: 'en', script: 'Latn', category: 'ledger' };

it('what was written stands in the form as its choices have it', () => {
  const said = { to: 'japanese, german', from: 'english', script: 'latin', category: 'Ledger terms' };
  expect(formAnswers(said, policy, words)).toEqual(chosen);
});

it('an order comes back into the form whole', () => {
  const order = parseOrder(message, { ...chosen, to: 'ja, de', profanity: 'Marked' }, frame);
  if ('field' in order) throw new Error(order.text);
  expect(formAnswers(fieldsOfOrder(order), policy, words)).toEqual({ ...chosen, profanity: 'Marked' });
});

it.each(['ledger', 'ledger terms', 'ID-1'])('the system %s is the policy’s, and so is what it may do', (category) => {
  expect(parseOrder(message, { category }, frame)).toMatchObject({ category: 'id-1', allowFallback: false });
});

it('a system that the policy does not list is refused', () => {
  expect(parseOrder(message, { category: 'other' }, frame)).toMatchObject({ field: 'category' });
});
