import { HOUR } from '#platform/lib/clock.ts';
import { openDatabase } from '#platform/storage/database.ts';
import { loadTexts } from '#platform/texts/texts.ts';
import { payloadBytes } from '#teams/cards/define-card.ts';
import { type AlertsEngine, CHANNEL, createAlertsEngine, describeAlerts, incident } from './engine.ts';

const words = loadTexts().for('en');
const bo = { objectId: 'bo', name: 'Bo' };

describeAlerts((e) => {
  beforeEach(async () => {
    await e.watch();
    await e.update('A-1');
  });
  const sends = () => e.newCalls().filter((call) => call.startsWith('send'));
  const drawn = async () => JSON.stringify((await e.outbox.render(`alert:${await e.cardId()}`, 'card', words))?.card);

  it('the header of an open incident shows who acknowledged it; resolved, its card still does', async () => {
    await e.alerts.acknowledge(await e.cardId(), bo);
    expect(await drawn()).toContain(words.plain('alerts.onIt', { who: 'Bo' }));
    await e.update('A-1', { open: false });
    expect(await drawn()).toContain(words.plain('alerts.acknowledged', { who: 'Bo' }));
  });

  it('an address of the vendor becomes a button with its host, on the portals of the policy only', async () => {
    await e.update('A-1', { services: ['Linked'] });
    expect(await drawn()).toContain('"title":"Portal (portal.example)","url":"https://portal.example/x"');
    expect(await drawn()).not.toContain('evil.example');
  });

  it('the card button of another feature opens a dialog, unless the texts of the incident are hidden', async () => {
    const button = { msteams: { type: 'task/fetch' }, verb: 'alert.offer', card: await e.cardId(), offer: 'words' };
    expect(await drawn()).toContain(JSON.stringify(button));
    await e.update('A-1', { hidden: true });
    expect(await drawn()).not.toContain('alert.offer');
  });

  it('an acknowledgement can be taken back, and another person can acknowledge', async () => {
    await e.alerts.acknowledge(await e.cardId(), bo);
    expect(await drawn()).toContain('alert.leave');
    expect((await e.alerts.leave(await e.cardId()))?.acknowledged).toBeUndefined();
    const taken = await e.alerts.acknowledge(await e.cardId(), { objectId: 'cy', name: 'Cy' });
    expect(taken?.acknowledged).toMatchObject({ name: 'Cy' });
  });

  it('ending a snooze posts one digest at once, and only once', async () => {
    await e.alerts.snooze(await e.cardId(), bo, e.clock.now() + HOUR);
    await e.update('A-1', { level: 'critical' });
    e.newCalls();
    expect(await drawn()).toContain('alert.wake');
    await e.alerts.snooze(await e.cardId(), bo, undefined);
    await e.pass(0);
    expect(sends()).toEqual(['send #: One incident since the last notification']);
    expect(await drawn()).not.toContain('alert.wake');
    await e.pass(2 * HOUR);
    expect(e.newCalls()).toEqual([]);
  });

  it('the digest after a snooze has incidents that explain the snoozed one', async () => {
    await e.alerts.snooze(await e.cardId(), bo, e.clock.now() + HOUR);
    await e.update('R-1', { explains: 'A-1', open: false });
    e.newCalls();
    await e.alerts.snooze(await e.cardId(), bo, undefined);
    await e.pass(0);
    expect(sends()).toEqual(['send #: One incident since the last notification']);
  });

  it('a new watch posts critical incidents and errors, the worst first', async () => {
    e.putItem(incident('A-0', { level: 'informational' }));
    e.putItem(incident('A-2', { level: 'critical' }));
    await e.update('A-3', { level: 'warning' });
    e.newCalls();
    await e.watch({ conversationId: '19:new@thread.tacv2' });
    await e.pass();
    expect(e.newCalls()).toHaveLength(2);
    // Several are drawn at once, so Teams may get two in the other order: the due times count.
    const due = await e.database.db
      .selectFrom('deliveries')
      .select('subject')
      .where('target', '=', '19:new@thread.tacv2')
      .orderBy('due_at')
      .execute();
    const cards = await e.database.db
      .selectFrom('alert_cards')
      .innerJoin('alerts', 'alerts.id', 'alert_cards.alert_id')
      .select(['alert_cards.id', 'alerts.key'])
      .execute();
    const keyOf = ({ subject }: { subject: string }) => cards.find(({ id }) => subject.endsWith(id))?.key;
    expect(due.map(keyOf)).toEqual(['A-2', 'A-1']);
    expect(await e.alerts.names('health')).toEqual({ services: ['Storage'], regions: ['West'] });
    expect(await e.alerts.keyOf('a-2')).toBe('A-2');
    expect(await e.alerts.why(CHANNEL, 'a-2')).toBeDefined();
  });
});

let e: AlertsEngine;
beforeEach(async () => {
  e = await createAlertsEngine((migrations) => openDatabase('sqlite::memory:', migrations));
});
afterEach(() => e.stop().then(() => e.database.close()));

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
  expect(payloadBytes(drawn?.card)).toBeLessThan(26 * 1_024);
  expect(card).toContain('485 more');
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
  expect(payloadBytes(renderedNote?.card)).toBeLessThan(26 * 1_024);
  expect(JSON.stringify(renderedNote?.card)).toContain('and 92 more');
  const id = await e.cardId();
  const person = { objectId: 'bo', name: 'b'.repeat(250) };
  await e.alerts.acknowledge(id, person);
  await e.alerts.snooze(id, person, e.clock.now() + HOUR);
  const drawn = await e.outbox.render(`alert:${id}`, 'card', words);
  expect(payloadBytes(drawn?.card)).toBeLessThan(26 * 1_024);
});
