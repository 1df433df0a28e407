import { cardSubjectOf, featureButtonsOn } from '#engine/changes/card/button-views.ts';
import type { CardVariant } from '#engine/changes/card/card-buttons.ts';
import type { Description } from '#engine/changes/change-kind.ts';
import type { CardButton } from '#engine/outbox/card-button.ts';
import type { Markdown } from '#platform/lib/text.ts';
import { loadTexts } from '#platform/texts/texts.ts';
import type { Policy } from '#policy/policy.ts';
import { changeOf } from '../../support/change-of.ts';

const words = loadTexts().for('en');
const change = changeOf({}, { kind: 'access.grant' });
const described: Description = {
  title: 'Reader on Payments' as Markdown,
  summary: 'Reader on Payments',
  facts: [],
  reason: 'die Auszahlungen',
  buttons: [],
};
const denied = {
  person: { objectId: 'bo', name: 'Bo' },
  verdict: 'deny' as const,
  reason: 'pas maintenant',
  termsVersion: 1,
  at: 0,
};

const offer = (name: string, more: Partial<CardButton> = {}): CardButton => ({
  name,
  title: 'access.button.offer',
  form: 'some.form',
  answers: ({ texts }) => (texts.length > 0 ? {} : undefined),
  ...more,
});
const offers = [
  ...[offer('plain'), offer('dialog', { window: true }), offer('no', { answers: () => undefined })],
  offer('own', { forViewers: true }),
];
const on = (variant: CardVariant, room: number, { reason = 'why', maySee = false } = {}) => {
  const thing = cardSubjectOf(change, { ...described, reason }, []);
  const { offers: plain, windows } = featureButtonsOn(change, variant, thing, {
    buttons: offers,
    maySee,
    policy: {} as Policy,
    words,
    room,
  });
  return [plain, windows].map((buttons) => buttons.map(({ data }) => data.offer));
};

it('other features get a change’s subject, its name and people’s texts', () => {
  expect(cardSubjectOf(change, described, [denied, { ...denied, reason: '' }])).toEqual({
    subject: 'change:q1w2e3r4t5y6',
    subscriptions: [],
    called: 'R-7KQ2M',
    texts: ['die Auszahlungen', 'pas maintenant'],
  });
});

it.each<[CardVariant, string[][]]>([
  ['approvers', [['plain'], ['dialog']]],
  ['asker', [['plain'], ['dialog']]],
  ['personal', [[], []]],
  ['operators', [[], []]],
])('buttons of other features are on the copy for %s where it shows the reason', (variant, shown) => {
  expect(on(variant, 6)).toEqual(shown);
});

it.each([
  [1, [['plain'], []]],
  [0, [[], []]],
  [-1, [[], []]],
])('the card’s own buttons come first, with room for %i others', (room, shown) => {
  expect(on('approvers', room)).toEqual(shown);
});

it('a change without texts has no button of a feature that needs texts', () => {
  expect(on('approvers', 6, { reason: '' })).toEqual([[], []]);
});

it('a button for viewers is only in the own view of somebody who may see the change', () => {
  expect(on('approvers', 6, { maySee: true })).toEqual([['plain', 'own'], ['dialog']]);
});
