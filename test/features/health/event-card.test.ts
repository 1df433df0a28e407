import type { HealthEvent } from '#cloud/operations/health-events-schemas.ts';
import { renderEvent } from '#features/health/cards/event-card.ts';
import { stateOf } from '#features/health/format.ts';
import { progressed, toItem } from '#features/health/item.ts';
import type { Link } from '#features/health/vendor-text.ts';
import { NO_TEXT } from '#platform/lib/text.ts';
import { loadTexts } from '#platform/texts/texts.ts';
import { portalLinks, portalsSection } from '#policy/model/sections.ts';
import type { MessageView } from '../../../sandbox/teams/api.ts';
import shownFields from '../../fixtures/health/shown-fields.json' with { type: 'json' };
import { linksOf } from '../../support/card-view.ts';
import { createTestPolicy } from '../../support/policy.ts';
import { wordsOf } from '../../support/steward.ts';
import { eventOf, SUBSCRIPTION, wholeEvent } from './events.ts';

const words = loadTexts().for('en');
const policy = createTestPolicy('portals: [portal.example, status.example, good.example, s.example]\n', [
  portalsSection,
]).current();

const draw = (event: HealthEvent, portal: string | undefined = undefined) => {
  const frame = {
    note: NO_TEXT,
    buttons: [],
    openable: (links: readonly Link[]) => portalLinks(policy, links),
    titleOfSubscription: (id: string) => (id === SUBSCRIPTION ? 'Payments Production' : undefined),
  };
  const card = renderEvent(
    event,
    toItem(event, SUBSCRIPTION, () => portal),
    frame,
    words,
  );
  return { cards: [card] } as unknown as MessageView;
};
const textsOf = (event: HealthEvent): string => wordsOf(draw(event));

it('the card shows every field of an event once', () => {
  const text = textsOf(wholeEvent());
  const parts = [
    'Service issue PAYM-7K2',
    'Error · active',
    'certificates',
    'One in four',
    'Repeat refused',
    'West Europe, North Europe (recovered)',
  ];
  for (const part of [
    ...parts,
    'looking for the cause',
    'Is data lost?',
    'a second place',
    'charged twice',
    '731904552',
  ]) {
    expect(text.split(part)).toHaveLength(2);
  }
  expect(text.split('The change is being taken back')).toHaveLength(2);
});

it('the card shows updates, the newest first', () => {
  const text = textsOf(wholeEvent());
  expect(text.indexOf('taken back')).toBeLessThan(text.indexOf('looking for the cause'));
});

it('a description that repeats the newest update is shown once, with its time', () => {
  const text = textsOf(wholeEvent({ description: 'The change is being taken back.', summary: undefined }));
  expect(text).toContain(words.markdown('health.section.latest'));
  expect(text.split('taken back')).toHaveLength(2);
  expect(text).toContain(`${words.markdown('health.section.earlier')}\n{{DATE(2026-03-02T08:10:00Z`);
});

it('an article without anything new is left out', () => {
  const article = { articleContent: '<p>The change is being taken back.</p>' };
  expect(textsOf(wholeEvent({ article }))).not.toContain(words.markdown('health.section.article'));
});

it('an update of one region is shown with the name of the region', () => {
  const own = { summary: 'Only here.', updateDateTime: '2026-03-02T08:20:00Z' };
  const impact = [{ impactedService: 'S', impactedRegions: [{ impactedRegion: 'West Europe', updates: [own] }] }];
  expect(textsOf(wholeEvent({ impact }))).toMatch(/08:20:00Z\)\}\} · West Europe\nOnly here\./);
});

it.each(shownFields)('the card shows $what', ({ properties, text }) => {
  expect(textsOf(wholeEvent(properties))).toContain(text);
});

it.each([
  ['before its start', -1, 'planned for {{DATE(2026-03-02T08:00:00Z'],
  ['from its start', 0, 'in progress, planned until {{DATE(2026-03-02T09:00:00Z'],
])('%s planned work shows its state', (_when, after, text) => {
  const event = wholeEvent({ eventType: 'PlannedMaintenance', impactMitigationTime: '2026-03-02T09:00:00Z' });
  const item = toItem(event, SUBSCRIPTION, () => undefined);
  expect(stateOf(progressed(item, (item.startedAt ?? 0) + after), words)).toContain(text);
});

it('links lead to https addresses and the portal of the policy only', () => {
  const description = '<a href="http://bad.example">x</a> <a href="https://good.example/">good</a> javascript:alert(1)';
  const urls = ['https://portal.example/1', 'https://status.example/now', 'https://good.example/'];
  expect(linksOf(draw(wholeEvent({ description }), urls[0]))).toEqual(urls);
  expect(linksOf(draw(eventOf()))).toEqual([]);
});

it.each([
  ['another host under the name of a portal', 'https://evil.example/login', 'portal.example'],
  ['a host that begins like a portal', 'https://portal.example.evil.example/x', 'Portal'],
  ['an IP address', 'https://169.254.169.254/latest', 'portal.example'],
  ['another port', 'https://portal.example:8443/x', 'portal.example'],
])('no button leads to %s: the address is shown as text', (_what, address, title) => {
  const card = draw(eventOf({ description: `<a href="${address}">${title}</a>` }));
  expect(linksOf(card)).toEqual([]);
  expect(wordsOf(card)).toContain(words.markdown('health.event.addresses', { addresses: address, count: 0 }));
});

it('a button names the host that it opens, whatever the vendor calls it', () => {
  const card = draw(eventOf({ description: '<a href="https://good.example/x">portal.example, sign in again now</a>' }));
  expect(JSON.stringify(card)).toContain('"title":"portal.example, sign in… (good.example)"');
});

it('the card says how many addresses it leaves out', () => {
  const description = Array.from({ length: 9 }, (_, index) => `https://s.example/${index}`).join(' ');
  const card = draw(eventOf({ description }), 'https://portal.example/1');
  expect(linksOf(card)).toHaveLength(5);
  expect(wordsOf(card)).toContain(words.markdown('health.event.moreLinks', { count: 5 }));
});

it('a resolved event never looks urgent, whatever its kind and level', () => {
  const types = ['ServiceIssue', 'PlannedMaintenance', 'HealthAdvisory', 'RCA', 'EmergingIssues', 'Billing', 'Other'];
  for (const eventType of types) {
    for (const eventLevel of ['Critical', 'Error', 'Warning', 'Informational']) {
      const [card] = draw(wholeEvent({ eventType, eventLevel, status: 'Resolved' })).cards as {
        body: { style: string }[];
      }[];
      expect(['good', 'emphasis']).toContain(card?.body[0]?.style);
    }
  }
});
