import type { HealthEvent } from '../../../src/cloud/operations/health-events-schemas.ts';
import { alertContent } from '../../../src/features/health/alert-source.ts';
import { renderEvent } from '../../../src/features/health/cards/event-card.ts';
import { renderSummary } from '../../../src/features/health/cards/summary-card.ts';
import { type HealthItem, toItem } from '../../../src/features/health/item.ts';
import type { Markdown } from '../../../src/platform/lib/text.ts';
import { loadTexts } from '../../../src/platform/texts/texts.ts';
import { type CardJson, MAX_PAYLOAD_BYTES, payloadBytes } from '../../../src/teams/cards/define-card.ts';
import { partsOf } from '../../../test/support/card-view.ts';
import { complaints } from '../../../test/teams/cards/official.ts';
import { defineCheck, thrown } from '../../lib/define-check.ts';
import { randomEvent } from './event.ts';
import { brokenCountLaws, brokenTextLaws } from './laws.ts';

const words = loadTexts().for('en');
const SUBSCRIPTION = '00000000-0000-4000-8000-000000000001';
const PORTAL = 'https://portal.example/';
/** Size limit of a channel's card, which leaves room for names and buttons. */
const MOST_OF_A_FACE = 12 * 1024;

const messageWith = (card: CardJson) => ({
  type: 'message',
  summary: 'x'.repeat(200),
  attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content: card }],
});

/** @returns the violations of an event's cards, in words */
const sizeViolations = (event: HealthEvent): string[] => {
  const item = toItem(event, SUBSCRIPTION, (id) => `${PORTAL}${id}`);
  const details = renderEvent(
    event,
    item,
    {
      note: words.markdown('health.hidden.note'),
      buttons: [{ title: 'Back', verb: 'health.page', data: { from: 'x'.repeat(300) } }],
      openable: (links) => links,
      titleOfSubscription: (id) => (id === SUBSCRIPTION ? 'Payments Production' : undefined),
    },
    words,
  );
  const secret = toItem(
    { ...event, isEventSensitive: true },
    SUBSCRIPTION,
    (id) => `${PORTAL}${'x'.repeat(300)}/${id}`,
  );
  const places = ['Payments Production', 'Payments Staging'];
  const listOf = (one: HealthItem) => ({
    found: Array.from({ length: 23 }, () => ({ item: one, places })),
    unread: [],
    names: { services: [], regions: [] },
  });
  const question = { place: 'payments', service: 'x'.repeat(240), page: 1 };
  const near = { place: 'payments', service: 'x'.repeat(37), page: 1 };
  const target = { kind: 'subscription', subscriptionId: SUBSCRIPTION, title: 'Payments Production' } as const;
  const plan = { targets: [target, target], filter: { services: ['x'.repeat(120), 'y'.repeat(119)] }, since: 0 };
  const face = alertContent(item, words);
  const faceTexts = [face.title, face.text, ...face.facts.map(({ value }) => value)];
  return [
    ...brokenCardLaws('the details', details),
    ...brokenCardLaws('the list', renderSummary(listOf(item), plan, question, words)),
    ...brokenCardLaws('the list of secrets', renderSummary(listOf(secret), plan, near, words)),
    ...(payloadBytes(face) > MOST_OF_A_FACE ? [`a face of ${payloadBytes(face)} bytes`] : []),
    ...faceTexts.flatMap((text: Markdown) => brokenTextLaws('the face', text)),
    ...brokenCountLaws(event, item, details, words),
  ];
};

const brokenCardLaws = (what: string, card: CardJson): string[] => {
  const bytes = payloadBytes(messageWith(card));
  const urls = partsOf(card).flatMap(({ type, url }) => (type === 'Action.OpenUrl' ? [String(url)] : []));
  return [
    ...(bytes >= MAX_PAYLOAD_BYTES ? [`${what}: ${bytes} bytes`] : []),
    ...complaints(card).map((complaint) => `${what}: ${complaint}`),
    ...urls.filter((url) => !isWhole(url)).map((url) => `${what}: a button leads to ${url}`),
    ...textsOf(card).flatMap((text) => brokenTextLaws(what, text)),
  ];
};

const isWhole = (url: string): boolean =>
  url.startsWith(PORTAL) || /^https:\/\/status\.example\/p*\/\d+\/end$/.test(url);

/** All Markdown texts of a card. */
const textsOf = (card: CardJson): Markdown[] =>
  partsOf(card).flatMap((node) => {
    if (node['type'] === 'TextBlock') return [String(node['text']) as Markdown];
    return node['type'] === 'FactSet' ? (node['facts'] as { value: Markdown }[]).map(({ value }) => value) : [];
  });

/** For all events, one in fifty as large as the client accepts, every card is valid, within Teams' limit, splits no character or address, and counts what it leaves out. */
export const size = defineCheck({
  name: 'health-7',
  says: 'whatever the vendor lists, its cards are valid, under the limit, and cut nothing in two',
  short: { runs: 25, seed: 3 },
  runs: 5_000,
  at: () => 'one event',
  cases: thrown(randomEvent),
  faults: sizeViolations,
});
