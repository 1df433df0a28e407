import { HOUR } from '#platform/lib/clock.ts';
import { loadTexts } from '#platform/texts/texts.ts';
import { CHANNEL, describeAlerts, incident } from './engine.ts';

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
