import { fieldsOfOrder, formAnswers, parseOrder } from '#features/translation/parse-order.ts';
import { translationSection } from '#features/translation/policy.ts';
import { loadTexts } from '#platform/texts/texts.ts';
import { createTestPolicy } from '../../support/policy.ts';

const words = loadTexts().for('en');
const policy = createTestPolicy(
  'translation: { use: everyone, categories: { ledger: { title: Ledger terms, category: id-1, allowFallback: false } } }',
  [translationSection],
).current();
const frame = { policy, words, own: 'en', conversationId: 'c' };
const message = { kind: 'text', content: 'ok' } as const;
const chosen = { to: 'ja', more: 'German', from: 'en', script: 'Latn', category: 'ledger' };

it('the form shows what was typed as its choices', () => {
  const said = { to: 'japanese, german', from: 'english', script: 'latin', category: 'Ledger terms' };
  expect(formAnswers(said, policy, words)).toEqual(chosen);
});

it('the form shows all fields of an order', () => {
  const order = parseOrder(message, { ...chosen, to: 'ja, de', profanity: 'Marked' }, frame);
  if ('field' in order) throw new Error(order.text);
  expect(formAnswers(fieldsOfOrder(order), policy, words)).toEqual({ ...chosen, profanity: 'Marked' });
});

it.each(['ledger', 'ledger terms', 'ID-1'])(
  'the custom system “%s” is found in the policy, with its fallback',
  (category) => {
    expect(parseOrder(message, { category }, frame)).toMatchObject({ category: 'id-1', allowFallback: false });
  },
);

it('a custom system that the policy does not list is refused', () => {
  expect(parseOrder(message, { category: 'other' }, frame)).toMatchObject({ field: 'category' });
});
