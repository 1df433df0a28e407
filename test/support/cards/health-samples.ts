import type { HealthEvent } from '../../../src/api/operations/health-events-schemas.ts';
import { eventCard, viewEvent } from '../../../src/features/health/cards/event-card.ts';
import { summaryCard, viewSummary } from '../../../src/features/health/cards/summary-card.ts';
import { progressed, toItem } from '../../../src/features/health/item.ts';
import type { HealthResult } from '../../../src/features/health/read-events.ts';
import { type Markdown, NO_TEXT } from '../../../src/lib/text.ts';
import { eventOf, SUBSCRIPTION, wholeEvent } from '../../features/health/events.ts';
import { type CardSample, sample, words } from './sample.ts';

const back = { title: words.plain('health.button.back'), verb: 'health.page', data: { from: 'on=payments' } };

const itemOf = (event: HealthEvent) => toItem(event, SUBSCRIPTION, (id) => `https://portal.example/${id}`);

const details = (name: string, event: HealthEvent, note: Markdown = NO_TEXT, now = 0): CardSample =>
  sample(
    name,
    eventCard,
    viewEvent(
      event,
      progressed(itemOf(event), now),
      {
        note,
        buttons: note === '' ? [back] : [],
        openable: (links) => links.slice(1),
        titleOfSubscription: () => 'Payments Production',
      },
      words,
    )(1),
  );

const list = (name: string, events: readonly HealthEvent[], { page = 0, unread = [] as string[] } = {}): CardSample => {
  const found: HealthResult['found'] = events.map((event) => ({
    item: itemOf(event),
    places: ['Payments Production'],
  }));
  const target = { kind: 'subscription', subscriptionId: SUBSCRIPTION, title: 'Payments Production' } as const;
  const question = { place: 'payments', since: undefined, written: { level: 'error' }, page };
  const plan = { targets: [target], filter: { level: 'error' as const }, since: Date.parse('2026-02-27T00:00:00Z') };
  return sample(
    name,
    summaryCard,
    viewSummary({ found, unread, names: { services: [], regions: [] } }, plan, question, words)(1),
  );
};

const planned = {
  eventType: 'PlannedMaintenance',
  impactStartTime: '2026-03-09T20:00:00Z',
  impactMitigationTime: '2026-03-09T23:00:00Z',
};
const over = { status: 'Resolved', impactMitigationTime: '2026-03-02T09:00:00Z', duration: 3_600 };
const billed = { eventType: 'Billing', eventSubType: 'PriceChanges', billingId: 'B-1', currencyType: 'EUR' };

/** The cards of the vendor's health events: lists and details. */
export const healthSamples: readonly CardSample[] = [
  details('an event with everything', wholeEvent()),
  details('an event that is over', wholeEvent(over)),
  details('an event that tells next to nothing', eventOf()),
  details('a planned maintenance', wholeEvent({ ...planned, updates: [], description: 'Hosts are restarted.' })),
  details(
    'a maintenance in progress',
    wholeEvent({ ...planned, updates: [], description: 'Hosts are restarted.' }),
    NO_TEXT,
    Date.parse(planned.impactStartTime),
  ),
  details(
    'a retirement',
    wholeEvent({ eventType: 'HealthAdvisory', eventSubType: 'Retirement', ...over, status: 'Active' }),
  ),
  details('a billing event', eventOf({ ...billed, oldRate: 0.0285, newRate: 0.0254, summary: 'Keys become cheaper.' })),
  details(
    'a sensitive event for those who may',
    wholeEvent({ eventType: 'SecurityAdvisory' }),
    words.markdown('health.hidden.note'),
  ),
  list('the health of a place', [
    wholeEvent(),
    wholeEvent({ isEventSensitive: true, eventType: 'SecurityAdvisory', eventLevel: 'Critical' }),
    wholeEvent(planned),
    wholeEvent(over),
    eventOf(),
  ]),
  list(
    'the health of a place, a page of many',
    Array.from({ length: 23 }, () => wholeEvent()),
    { page: 1 },
  ),
  list('the health of a place with nothing to report', [], { unread: ['Payments Production'] }),
];
