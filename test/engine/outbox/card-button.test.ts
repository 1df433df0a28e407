import { availableButtons, buttonsFor, type CardButton, type CardSubject } from '#engine/outbox/card-button.ts';
import type { VendorSettings } from '#platform/config/vendor-settings.ts';
import type { Policy } from '#policy/policy.ts';

const thing: CardSubject = { subject: 'alert:a', subscriptions: [], called: 'A-1', texts: ['one'] };
const offer = (name: string, more: Partial<CardButton> = {}): CardButton => ({
  ...{ name, title: 'access.button.ask', form: 'some.form', answers: () => ({}) },
  ...more,
});
const names = (offers: readonly CardButton[]): string[] => offers.map(({ name }) => name);

it('a button that needs a service of the vendor is shown only where that is set up', () => {
  const offers = [offer('any'), offer('words', { needs: 'translator' })];
  const without: VendorSettings = { namespace: 'Vendor' };
  const translator = { baseUrl: 'https://translator.example' } as NonNullable<VendorSettings['translator']>;
  expect(names(availableButtons(offers, without))).toEqual(['any']);
  expect(names(availableButtons(offers, { ...without, translator }))).toEqual(['any', 'words']);
});

it('a button without answers for a subject is not shown on its card', () => {
  const offers = [offer('words', { answers: ({ texts }) => (texts.length > 0 ? {} : undefined) }), offer('any')];
  expect(names(buttonsFor(offers, thing, {} as Policy))).toEqual(['words', 'any']);
  expect(names(buttonsFor(offers, { ...thing, texts: [] }, {} as Policy))).toEqual(['any']);
});
