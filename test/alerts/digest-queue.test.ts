import { HOUR, MINUTE } from '../../src/lib/clock.ts';
import { describeStores } from '../support/database.ts';
import { type AlertsEngine, CHANNEL, createAlertsEngine, incident } from './engine.ts';

const OTHER = '19:other@thread.tacv2';

describeStores((_kind, open) => {
  let e: AlertsEngine;
  beforeEach(async () => {
    e = await createAlertsEngine(open);
  });
  afterEach(() => Promise.all([e.jobs.stop(), e.outbox.stop()]));

  const digests = () => e.said().filter((said) => said.includes('since the last notification'));

  it('what is held stands in the next digest once, however often it changed', async () => {
    await e.watch({ rhythm: 'hour' });
    for (const title of ['bad', 'worse', 'worst']) {
      e.tell(incident('A-1', { title }));
      await e.pass();
    }
    e.tell(incident('A-2'));
    await e.pass();
    expect(e.said()).toEqual([]);
    await e.pass(HOUR);
    await e.pass(HOUR);
    expect(e.said()).toEqual(['send #: 2 incidents since the last notification']);
  });

  it('what changes after a digest stands in the next one again', async () => {
    await e.watch({ rhythm: 'hour' });
    e.tell(incident('A-1'));
    await e.pass(HOUR);
    e.said();
    e.tell(incident('A-1', { level: 'critical' }));
    await e.pass();
    await e.pass(HOUR);
    expect(e.said()).toEqual(['send #: One incident since the last notification']);
  });

  it('each channel has its own digest at its own time', async () => {
    await e.watch({ rhythm: 'hour' });
    await e.watch({ rhythm: 'day', conversationId: OTHER });
    e.tell(incident('A-1'));
    await e.pass();
    await e.pass(HOUR);
    expect(e.said()).toEqual(['send #: One incident since the last notification']);
    await e.pass(24 * HOUR);
    expect(e.said()).toEqual([`send ${OTHER}: One incident since the last notification`]);
  });

  it('what two watches of a channel hold comes once, at the sooner time', async () => {
    await e.watch({ rhythm: 'day' });
    await e.watch({ rhythm: 'hour', feed: 'other' });
    const told = incident('A-1');
    e.tell(told);
    await e.pass();
    e.tell(told, 'other');
    await e.pass();
    await e.pass(HOUR);
    await e.pass(24 * HOUR);
    expect(digests()).toEqual(['send #: One incident since the last notification']);
  });

  it('a sleeping thread hears nothing, its card stays true, and it is told when it wakes', async () => {
    await e.watch();
    e.tell(incident('A-1'));
    await e.pass();
    const card = await e.database.db.selectFrom('alert_cards').select('id').executeTakeFirstOrThrow();
    await e.alerts.snooze(card.id, { objectId: 'bo', name: 'Bo' }, e.clock.now() + 30 * MINUTE);
    await e.pass();
    e.said();
    e.tell(incident('A-1', { level: 'critical' }));
    await e.pass();
    expect(e.said()).toEqual(['edit #;m1: trouble A-1: open critical']);
    await e.pass(30 * MINUTE);
    expect(e.said()).toEqual(['send #: One incident since the last notification']);
    e.tell(incident('A-1', { level: 'error' }));
    await e.pass();
    expect(e.said().sort()).toEqual([expect.stringMatching(/^edit/), expect.stringMatching(/^send #;m1: .*Now error/)]);
  });

  it('nothing is left of what was told', async () => {
    await e.watch({ rhythm: 'hour' });
    e.tell(incident('A-1'));
    await e.pass();
    await e.pass(HOUR);
    expect(await e.database.db.selectFrom('alert_held').selectAll().execute()).toEqual([]);
    const jobs = await e.database.db.selectFrom('jobs').select('state').where('kind', '=', 'alerts.digest').execute();
    expect(jobs).toEqual([{ state: 'done' }]);
    expect(await e.alerts.why(CHANNEL, 'A-1')).toMatchObject([
      { action: 'digest', reason: 'hour' },
      { action: 'held', reason: 'hour' },
    ]);
  });
});
