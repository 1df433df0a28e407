import { type Offer, offersFor, offersWith, type Thing } from '../../src/outbox/offer.ts';
import type { Policy } from '../../src/policy/policy.ts';
import type { VendorSettings } from '../../src/vendor/settings.ts';

const thing: Thing = { subject: 'alert:a', subscriptions: [], called: 'A-1', texts: ['one'] };
const offer = (name: string, more: Partial<Offer> = {}): Offer => ({
  ...{ name, title: 'some.title', form: 'some.form', answers: () => ({}) },
  ...more,
});
const names = (offers: readonly Offer[]): string[] => offers.map(({ name }) => name);

it('what needs a service of the vendor is offered only where that is set up', () => {
  const offers = [offer('any'), offer('words', { needs: 'translator' })];
  const without: VendorSettings = { namespace: 'Vendor' };
  const translator = { baseUrl: 'https://translator.example' } as NonNullable<VendorSettings['translator']>;
  expect(names(offersWith(offers, without))).toEqual(['any']);
  expect(names(offersWith(offers, { ...without, translator }))).toEqual(['any', 'words']);
});

it('what has no answers for a thing is not offered for it', () => {
  const offers = [offer('words', { answers: ({ texts }) => (texts.length > 0 ? {} : undefined) }), offer('any')];
  expect(names(offersFor(offers, thing, {} as Policy))).toEqual(['words', 'any']);
  expect(names(offersFor(offers, { ...thing, texts: [] }, {} as Policy))).toEqual(['any']);
});
