import type { HealthEvent } from '#cloud/operations/health-events-schemas.ts';
import { eventCard, viewEvent } from '#features/health/cards/event-card.ts';
import { summaryCard, viewSummary } from '#features/health/cards/summary-card.ts';
import { progressed, toItem } from '#features/health/item.ts';
import type { HealthResult } from '#features/health/read-events.ts';
import { type Markdown, NO_TEXT } from '#platform/lib/text.ts';
import { eventOf, SUBSCRIPTION, wholeEvent } from '../../features/health/events.ts';
import { type CardSample, sample, words } from './sample.ts';

const back = { title: words.plain('health.button.back'), verb: 'health.page', data: { place: 'payments', page: 0 } };

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
  const question = { place: 'payments', level: 'error', page };
  const plan = { targets: [target], filter: { level: 'error' as const }, since: Date.parse('2026-02-27T00:00:00Z') };
  return sample(
    name,
    summaryCard,
    viewSummary({ found, unread, names: { services: [], regions: [] } }, plan, question, words)(1),
  );
};

const planned = {
  eventType: 'PlannedMaintenance',
  eventLevel: 'Informational',
  title: 'Maintenance of hosts in West Europe',
  header: 'Maintenance of hosts',
  description: '<p>Hosts are restarted one after the other. Each virtual machine pauses for about 30 seconds.</p>',
  summary: 'Virtual machines pause for about 30 seconds.',
  recommendedActions: { message: 'Move what must not pause to a dedicated host.', actions: [] },
  faqs: [],
  updates: [],
  article: undefined,
  additionalInformation: undefined,
  links: [],
  impactStartTime: '2026-03-09T20:00:00Z',
  impactMitigationTime: '2026-03-09T23:00:00Z',
};
const over = { status: 'Resolved', impactMitigationTime: '2026-03-02T09:00:00Z', duration: 3_600 };
const TITLES = [
  'Key Vault: failing requests in West Europe',
  'SQL Database: connections time out',
  'Virtual Machines: slow to start after a change of the network',
];

/** The cards of the vendor's health events: lists and details. */
export const healthSamples: readonly CardSample[] = [
  details('an event with everything', wholeEvent()),
  details('an event that is over', wholeEvent(over)),
  details('a planned maintenance', wholeEvent(planned)),
  details(
    'a retirement',
    wholeEvent({
      ...planned,
      ...{ eventType: 'HealthAdvisory', eventSubType: 'Retirement', eventLevel: 'Warning' },
      title: 'TLS 1.0 and 1.1 are retired on 30 September',
      description: '<p>Clients that know nothing newer than TLS 1.1 cannot connect any more.</p>',
      summary: 'Connections need TLS 1.2 or later.',
      recommendedActions: { message: 'Update your clients to TLS 1.2 or later.', actions: [] },
      impactMitigationTime: '2026-09-30T00:00:00Z',
    }),
  ),
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
    eventOf({ lastUpdateTime: '2026-03-02T08:40:00Z' }),
  ]),
  list(
    'the health of a place, a page of many',
    Array.from({ length: 23 }, (_none, n) => wholeEvent({ title: TITLES[n % TITLES.length] })),
    { page: 1 },
  ),
  list('the health of a place with nothing to report', [], { unread: ['Payments Production'] }),
];
