import { createLateReplies, type LateReplies, lateReplyMigrations } from '../../../src/bot/reply/late-replies.ts';
import type { RenderedAnswer } from '../../../src/bot/reply/replies.ts';
import { connectorMigrations } from '../../../src/connector/conversations/conversation-store.ts';
import { ConnectorError } from '../../../src/connector/errors.ts';
import { DAY } from '../../../src/lib/clock.ts';
import { randomIds } from '../../../src/lib/ids.ts';
import { silentLog } from '../../../src/lib/logger.ts';
import { createOutbox, type Outbox } from '../../../src/outbox/outbox.ts';
import { UNCLEAR_WAIT_MS } from '../../../src/outbox/sender.ts';
import { outboxMigrations } from '../../../src/outbox/tables.ts';
import type { Database } from '../../../src/storage/database.ts';
import { loadTexts } from '../../../src/texts/texts.ts';
import { describeStores } from '../../support/database.ts';
import { createFakeConnector, type FakeConnector } from '../../support/fake-connector.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';
import { turnOf } from '../../support/turn.ts';
import { until } from '../../support/until.ts';

const THREAD = '19:alerts@thread.tacv2;messageid=7';
const turn = turnOf({ where: { conversationId: THREAD, kind: 'channel' } });
const form: NonNullable<RenderedAnswer> = { card: { type: 'AdaptiveCard' }, summary: 'Ask for a role' };

describeStores((_kind, open) => {
  let teams: FakeConnector;
  let clock: ManualClock;
  let outbox: Outbox;
  let database: Database;
  let late: LateReplies;

  beforeEach(async () => {
    teams = createFakeConnector();
    clock = createManualClock();
    database = await open({ ...connectorMigrations, ...outboxMigrations, ...lateReplyMigrations });
    const deps = { database, clock, ids: randomIds };
    outbox = createOutbox({ ...deps, connector: teams, texts: loadTexts(), log: silentLog, pollMs: 5 });
    late = createLateReplies({ ...deps, outbox });
  });
  afterEach(() => outbox.stop());

  it.each(['throttled', 'busy', 'not-sent'] as const)(
    'an answer that was not posted because Teams is %s comes when there is room, in its thread',
    async (kind) => {
      expect(await late.keep(turn, form, new ConnectorError(kind))).toBe(true);
      outbox.start();
      await until('said', () => teams.standing.size === 1);
      expect(teams.calls).toEqual([{ act: 'send', at: THREAD, said: 'Ask for a role' }]);
    },
  );

  it('a text is sent too', async () => {
    await late.keep(turn, { text: 'Nothing waits.' }, new ConnectorError('throttled'));
    outbox.start();
    await until('said', () => [...teams.standing.values()].includes('Nothing waits.'));
  });

  it('its summary has no marks', async () => {
    await late.keep(turn, { text: 'Nothing waits in **payments\\_eu**.' }, new ConnectorError('throttled'));
    outbox.start();
    await until('said', () => [...teams.standing.values()].includes('Nothing waits in payments_eu.'));
  });

  it('an answer that may not have been posted comes once more after some seconds', async () => {
    expect(await late.keep(turn, form, new ConnectorError('unclear', { status: 504 }))).toBe(true);
    outbox.start();
    clock.advance(UNCLEAR_WAIT_MS);
    await until('said', () => teams.standing.size === 1);
  });

  it.each([
    ['gone', {}],
    ['too-large', {}],
    ['unclear', { status: 201 }],
  ] as const)('an answer is not said again when its post ended as %s %j', async (kind, details) => {
    expect(await late.keep(turn, form, new ConnectorError(kind, details))).toBe(false);
    expect(await outbox.copies('reply')).toEqual([]);
  });

  it.each([
    ['is told in their own chat', {}, ['open', 'send']],
    ['whom Steward does not serve is told nowhere', { onlyHere: true as const }, []],
  ])('where posts are refused, a person %s', async (_what, more, acts) => {
    const kept = await late.keep(turn, { ...form, ...more }, new ConnectorError('forbidden'));
    expect(kept).toBe(acts.length > 0);
    await outbox.notify(database.db, { conversation: THREAD }, 'en', 'bot.answer.done', {});
    outbox.start();
    await until('all is said', async () => {
      const waits = await database.db.selectFrom('deliveries').select('id').where('state', '=', 'ready').execute();
      return waits.length === 0;
    });
    expect(teams.calls.filter(({ at }) => at !== THREAD).map(({ act }) => act)).toEqual(acts);
  });

  it('a day later it is not sent', async () => {
    await late.keep(turn, form, new ConnectorError('throttled'));
    clock.advance(DAY + 1);
    await late.prune();
    await late.keep(turn, { text: 'of today' }, new ConnectorError('throttled'));
    outbox.start();
    await until('said', () => teams.standing.size > 0);
    expect([...teams.standing.values()]).toEqual(['of today']);
  });
});
