import { DIGEST_LINES } from '#engine/alerts/digest/digest-card.ts';
import { HOUR } from '#platform/lib/clock.ts';
import { openDatabase } from '#platform/storage/database.ts';
import { loadTexts } from '#platform/texts/texts.ts';
import { MAX_CARD_BYTES, payloadBytes } from '#teams/cards/define-card.ts';
import { type AlertsEngine, createAlertsEngine, incident } from './engine.ts';

let e: AlertsEngine;
beforeEach(async () => {
  e = await createAlertsEngine((migrations) => openDatabase('sqlite::memory:', migrations));
});
afterEach(() => e.stop().then(() => e.database.close()));

const words = loadTexts().for('en');
it('a digest of 500 incidents fits on one card, with the worst first', async () => {
  await e.watch({ rhythm: 'hour' });
  const items = Array.from({ length: 500 }, (_, n) =>
    incident(`A-${n}`, {
      title: `A-${n} ${'a *very* long [title] 👩‍👩‍👧 '.repeat(20)}`,
      ...{ level: n === 321 ? 'critical' : 'error', open: n % 2 === 1, updatedAt: e.clock.now() },
    }),
  );
  e.feeds.items.set('sub', items);
  await e.pass();
  await e.pass(HOUR);
  expect(e.newCalls()).toEqual(['send #: 500 incidents since the last notification']);
  const { id } = await e.database.db.selectFrom('alert_digests').select('id').executeTakeFirstOrThrow();
  const drawn = await e.outbox.render(`alertDigest:${id}`, 'digest', words);
  const card = JSON.stringify(drawn?.card);
  expect(payloadBytes(drawn?.card)).toBeLessThan(MAX_CARD_BYTES);
  expect(card).toContain(`${500 - DIGEST_LINES} more`);
  expect(/A-\d+/.exec(card)?.[0]).toBe('A-321');
  expect(card).toContain('250 are open, 250 are resolved');
}, 300_000);

it('the card and the note of an incident with 200 long region names fit the size limit', async () => {
  await e.watch();
  const name = (n: number): string => `${n} ${'é'.repeat(78)}`;
  const services = Array.from({ length: 50 }, (_, n) => name(n));
  const regions = Array.from({ length: 200 }, (_, n) => ({ name: name(n), open: n % 2 === 0 }));
  e.putItem(incident('A-1', { services, regions, title: 'x'.repeat(700) }));
  await e.pass();
  const others = regions.map(({ name: one, open }) => ({ name: one, open: !open }));
  e.putItem(incident('A-1', { services, regions: others }));
  await e.pass();
  const note = await e.database.db.selectFrom('alert_notes').select('id').executeTakeFirstOrThrow();
  const renderedNote = await e.outbox.render(`alertNote:${note.id}`, 'note', words);
  expect(payloadBytes(renderedNote?.card)).toBeLessThan(MAX_CARD_BYTES);
  expect(JSON.stringify(renderedNote?.card)).toContain('and 92 more');
  const id = await e.cardId();
  const person = { objectId: 'bo', name: 'b'.repeat(250) };
  await e.alerts.acknowledge(id, person);
  await e.alerts.snooze(id, person, e.clock.now() + HOUR);
  const drawn = await e.outbox.render(`alert:${id}`, 'card', words);
  expect(payloadBytes(drawn?.card)).toBeLessThan(MAX_CARD_BYTES);
});
