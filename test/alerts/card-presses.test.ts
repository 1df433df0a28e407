import { HOUR } from '../../src/lib/clock.ts';
import { loadTexts } from '../../src/texts/texts.ts';
import { describeStores } from '../support/database.ts';
import { type AlertsEngine, CHANNEL, createAlertsEngine, incident } from './engine.ts';

const words = loadTexts().for('en');
const bo = { objectId: 'bo', name: 'Bo' };

describeStores((_kind, open) => {
  let e: AlertsEngine;
  beforeEach(async () => {
    e = await createAlertsEngine(open);
    await e.watch();
    e.tell(incident('A-1'));
    await e.pass();
  });
  afterEach(() => Promise.all([e.jobs.stop(), e.outbox.stop()]));

  const cardId = async () => (await e.database.db.selectFrom('alert_cards').select('id').executeTakeFirstOrThrow()).id;
  const drawn = async () => JSON.stringify((await e.outbox.render(`alert:${await cardId()}`, 'card', words))?.card);

  it('who was on an incident that is over is no longer said to be', async () => {
    await e.alerts.acknowledge(await cardId(), bo);
    expect(await drawn()).toContain(words.plain('alerts.acknowledged', { who: 'Bo' }));
    e.tell(incident('A-1', { open: false }));
    await e.pass();
    expect(await drawn()).toContain(words.plain('alerts.wasAcknowledged', { who: 'Bo' }));
  });

  it('a vendor’s address is a button only at one of the policy’s portals, and says its host', async () => {
    e.tell(incident('A-1', { services: ['Linked'] }));
    await e.pass();
    expect(await drawn()).toContain('"title":"Portal (portal.example)","url":"https://portal.example/x"');
    expect(await drawn()).not.toContain('evil.example');
  });

  it('what another feature offers opens a dialog, as long as the incident’s texts are not hidden', async () => {
    const button = { msteams: { type: 'task/fetch' }, verb: 'alert.offer', card: await cardId(), offer: 'words' };
    expect(await drawn()).toContain(JSON.stringify(button));
    e.tell(incident('A-1', { hidden: true }));
    await e.pass();
    expect(await drawn()).not.toContain('alert.offer');
  });

  it('who is on it may leave it, and another may take it', async () => {
    await e.alerts.acknowledge(await cardId(), bo);
    expect(await drawn()).toContain('alert.leave');
    expect((await e.alerts.leave(await cardId()))?.acknowledged).toBeUndefined();
    const taken = await e.alerts.acknowledge(await cardId(), { objectId: 'cy', name: 'Cy' });
    expect(taken?.acknowledged).toMatchObject({ name: 'Cy' });
  });

  it('a thread that is woken tells what it slept through, at once and once', async () => {
    await e.alerts.snooze(await cardId(), bo, e.clock.now() + HOUR);
    e.tell(incident('A-1', { level: 'critical' }));
    await e.pass();
    e.said();
    expect(await drawn()).toContain('alert.wake');
    await e.alerts.snooze(await cardId(), bo, undefined);
    await e.pass(0);
    expect(e.said().filter((said) => said.startsWith('send'))).toEqual([
      'send #: One incident since the last notification',
    ]);
    expect(await drawn()).not.toContain('alert.wake');
    await e.pass(2 * HOUR);
    expect(e.said()).toEqual([]);
  });

  it('with it comes what explains it', async () => {
    await e.alerts.snooze(await cardId(), bo, e.clock.now() + HOUR);
    e.tell(incident('R-1', { explains: 'A-1', open: false }));
    await e.pass();
    e.said();
    await e.alerts.snooze(await cardId(), bo, undefined);
    await e.pass(0);
    expect(e.said().filter((said) => said.startsWith('send'))).toEqual([
      'send #: One incident since the last notification',
    ]);
  });

  it('what goes on stands in a new watch’s channel worst first', async () => {
    e.tell(incident('A-0', { level: 'informational' }));
    e.tell(incident('A-2', { level: 'critical' }));
    e.tell(incident('A-3', { level: 'warning' }));
    await e.pass();
    e.said();
    await e.watch({ conversationId: '19:new@thread.tacv2' });
    await e.pass();
    expect(e.said()).toHaveLength(4);
    // Several are drawn at once, so Teams may see neighbours swapped: what counts is in which order they are due.
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
    expect(due.map(keyOf)).toEqual(['A-2', 'A-1', 'A-3', 'A-0']);
    expect(await e.alerts.names('health')).toEqual({ services: ['Storage'], regions: ['West'] });
    expect(await e.alerts.keyOf('a-2')).toBe('A-2');
    expect(await e.alerts.why(CHANNEL, 'a-2')).toBeDefined();
  });
});
