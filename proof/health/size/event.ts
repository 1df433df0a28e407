import { type HealthEvent, healthEvent } from '../../../src/cloud/operations/health-events-schemas.ts';
import type { Dice } from '../../lib/dice.ts';
import vocabulary from './vocabulary.json' with { type: 'json' };

/** Characters of several code units that a cut could split. */
export const EMOJI = ['👩‍👩‍👧', '🇨🇭', '👍🏽', '🏳️‍🌈', '❤️‍🔥', '1️⃣', '🧑‍🚒', 'é', 'ก็'];

const START = Date.parse('2026-01-01T00:00:00Z');
/** Characters of the largest events: up to 2 MB. */
const GREATEST = 1_000_000;

/** An address with a fixed start and end, so that a cut is detected. */
const addressOf = (dice: Dice): string =>
  `https://status.example/${'p'.repeat(Math.floor(dice.next() * 60))}/${Math.floor(dice.next() * 1e9)}/end`;

const tokenBy = (dice: Dice): string => {
  if (dice.oneIn(4)) return Array.from({ length: 1 + Math.floor(dice.next() * 6) }, () => dice.pick(EMOJI)).join('');
  return dice.oneIn(12) ? addressOf(dice) : dice.pick(vocabulary.words);
};

const wordsBy = (dice: Dice, letters: number): string => {
  let text = '';
  while (text.length < letters) text += `${text === '' ? '' : ' '}${tokenBy(dice)}`;
  return text;
};

const wrap = (dice: Dice, text: string): string =>
  dice.pick([
    (one: string) => `<p>${one}</p>`,
    (one: string) => `<p style="margin:0" class='x'>${one}</p>`,
    (one: string) => `<div>${one}<br/></div>`,
    (one: string) => `<ul><li>${one}</li><li>${one}</li></ul>`,
    (one: string) => `<ol><li><strong>${one}</strong></li></ol>`,
    (one: string) => `<!-- hidden --><h2>${one}</h2><script>alert("x")</script>`,
    (one: string) => `<p><a href="${addressOf(dice)}">a link</a> ${one}</p>`,
    (one: string) => `${one}\n`,
  ])(text);

/** A text as the vendor writes it, with markup or without. */
const textBy = (dice: Dice, letters: number): string => {
  let text = '';
  while (text.length < letters)
    text += wrap(dice, wordsBy(dice, Math.min(letters - text.length, 20 + dice.next() * 400)));
  return text;
};

const many = <T>(dice: Dice, most: number, make: (index: number) => T): T[] =>
  Array.from({ length: Math.floor(dice.next() ** 3 * (most + 1)) }, (_, index) => make(index));

const maybe = <T>(dice: Dice, make: () => T): T | undefined => (dice.oneIn(3) ? undefined : make());

const momentBy = (dice: Dice): string => new Date(START + Math.floor(dice.next() * 1e10)).toISOString();
const guidBy = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;

/** Any event that the vendor could list, from a few characters to 2 MB. */
export const randomEvent = (dice: Dice): HealthEvent => {
  const size = dice.oneIn(50) ? GREATEST : 200 * 10 ** (dice.next() * 2.7);
  // The characters are in one long text, or in many fields.
  const share = () => size * dice.next() ** 4;
  const counts = size >= GREATEST ? 3_000 : dice.pick([4, 30, 300]);
  const each = () => Math.min(share(), dice.pick([10, 300, size]));
  let left = size;
  const text = (): string => {
    const letters = Math.max(0, Math.min(left, each()));
    left -= letters;
    return letters < 1 ? '' : textBy(dice, letters);
  };
  const update = () => ({
    summary: text(),
    updateDateTime: maybe(dice, () => momentBy(dice)),
    eventTags: maybe(dice, () => many(dice, 4, () => dice.pick(vocabulary.tags))),
  });
  return healthEvent.parse({
    id: '/providers/Vendor.ResourceHealth/events/SIZE-1AA',
    name: 'SIZE-1AA',
    properties: {
      eventType: dice.pick(vocabulary.kinds),
      eventSubType: maybe(dice, () => dice.pick(vocabulary.subTypes)),
      eventLevel: maybe(dice, () => dice.pick(vocabulary.levels)),
      status: dice.pick(['Active', 'Resolved']),
      isEventSensitive: false,
      title: maybe(dice, () => wordsBy(dice, dice.next() * 400)),
      description: maybe(dice, text),
      summary: maybe(dice, text),
      article: maybe(dice, () => ({ articleContent: text() })),
      additionalInformation: maybe(dice, () => ({ message: text() })),
      updates: maybe(dice, () => many(dice, counts, update)),
      impact: maybe(dice, () =>
        many(dice, 40, (service) => ({
          impactedService: `Service ${service} ${wordsBy(dice, dice.next() * 90)}`.replaceAll(',', ''),
          impactedRegions: many(dice, counts, (region) => ({
            impactedRegion: `Region ${region}`,
            status: dice.pick(['Active', 'Resolved']),
            impactedSubscriptions: many(dice, 5, () => guidBy(Math.floor(dice.next() * 500))),
            updates: dice.oneIn(20) ? many(dice, 3, update) : undefined,
          })),
        })),
      ),
      recommendedActions: maybe(dice, () => ({
        message: text(),
        actions: many(dice, 40, (groupId) => ({ groupId, actionText: wordsBy(dice, dice.next() * 500) })),
      })),
      faqs: maybe(dice, () => many(dice, 30, () => ({ question: wordsBy(dice, 60), answer: text() }))),
      links: maybe(dice, () =>
        many(dice, 20, () => ({
          type: 'Hyperlink',
          displayText: { value: wordsBy(dice, dice.next() * 80) },
          parameters: dice.oneIn(2) ? { url: addressOf(dice) } : { trackingId: 'SIZE-1AA' },
        })),
      ),
      eventTags: maybe(dice, () => many(dice, 12, (index) => `Tag ${index}`)),
      impactStartTime: maybe(dice, () => momentBy(dice)),
      impactMitigationTime: maybe(dice, () => momentBy(dice)),
      lastUpdateTime: maybe(dice, () => momentBy(dice)),
      duration: maybe(dice, () => Math.floor(dice.next() * 1e6)),
      externalIncidentId: maybe(dice, () => wordsBy(dice, dice.next() * 200)),
      billingId: maybe(dice, () => wordsBy(dice, dice.next() * 200)),
      currencyType: 'EUR',
      oldRate: maybe(dice, () => dice.next()),
      newRate: maybe(dice, () => dice.next()),
    },
  });
};
