import { createLateReplies, type LateReplies, lateReplyMigrations } from '#bot/reply/late-replies.ts';
import type { RenderedAnswer } from '#bot/reply/replies.ts';
import { createOutbox, type Outbox } from '#engine/outbox/outbox.ts';
import { PASSING_MS, UNCLEAR_WAIT_MS } from '#engine/outbox/setback.ts';
import { outboxMigrations } from '#engine/outbox/tables.ts';
import { DAY, SECOND } from '#platform/lib/clock.ts';
import { randomIds } from '#platform/lib/ids.ts';
import { silentLog } from '#platform/lib/logger.ts';
import type { Database } from '#platform/storage/database.ts';
import { loadTexts } from '#platform/texts/texts.ts';
import { connectorMigrations } from '#teams/connector/conversations/conversation-store.ts';
import { ConnectorError, type ConnectorErrorKind, type RefusalMeaning } from '#teams/connector/errors.ts';
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
    const deps = { database, clock, texts: loadTexts(), ids: randomIds };
    outbox = createOutbox({ ...deps, connector: teams, log: silentLog, pollMs: 5 });
    late = createLateReplies({ ...deps, outbox });
  });
  afterEach(() => outbox.stop());

  it.each(['throttled', 'busy', 'not-sent'] as const)(
    'an answer that was not posted because Teams is %s comes when there is room, in its thread',
    async (kind) => {
      await late.keep(turn, form, new ConnectorError(kind));
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
    await late.keep(turn, form, new ConnectorError('unclear', { status: 504 }));
    outbox.start();
    clock.advance(UNCLEAR_WAIT_MS);
    await until('said', () => teams.standing.size === 1);
  });

  /** Moves on until nothing is to be sent, but not while a delivery is under way: its lease would run out. */
  const settled = () =>
    until('all is said', async () => {
      const rows = await database.db
        .selectFrom('deliveries')
        .select('lease_until')
        .where('state', '=', 'ready')
        .execute();
      if (rows.every(({ lease_until }) => lease_until === null)) clock.advance(20 * SECOND);
      return rows.length === 0;
    });
  const said = () => [...teams.standing.values()].join();

  it('an answer that Teams refuses as too large becomes a short one that says what to do', async () => {
    const long = { card: { type: 'AdaptiveCard', body: 'x'.repeat(10_000) }, summary: 'All requests' };
    await late.keep(turn, long, new ConnectorError('busy'));
    teams.next('send', () => {
      throw new ConnectorError('too-large');
    });
    outbox.start();
    await settled();
    expect([teams.calls.map(({ at }) => at), said()]).toEqual([[THREAD, THREAD], 'That didn’t work']);
  });

  const refused: [kind: ConnectorErrorKind, meaning: RefusalMeaning, refusals: number][] = [
    ['gone', 'gone', PASSING_MS.length + 1],
    ['forbidden', 'later', PASSING_MS.length + 1],
    ['refused', 'later', PASSING_MS.length + 1],
    ['left', 'once', 2],
    ['blocked', 'final', 1],
  ];
  it.each(refused)(
    'a person whose answer is refused for good as %s (%s, %d times) is told in their own chat, once',
    async (kind, meaning, times) => {
      for (let n = 0; n < times; n += 1) {
        teams.next('send', () => {
          throw new ConnectorError(kind, { meaning, status: 400 });
        });
      }
      await late.keep(turn, form, new ConnectorError(kind, { meaning }));
      outbox.start();
      await settled();
      expect(teams.calls.filter(({ act, at }) => act === 'send' && at !== THREAD)).toHaveLength(1);
      expect(said()).toMatch(/^You wrote/);
      expect(said().includes('moderation')).toBe(kind === 'blocked');
    },
  );

  it('whom Steward does not serve is told nowhere that an answer was refused', async () => {
    teams.next('send', () => {
      throw new ConnectorError('blocked');
    });
    await late.keep(turn, { ...form, onlyHere: true }, new ConnectorError('blocked'));
    outbox.start();
    await settled();
    expect([teams.calls.map(({ at }) => at), said()]).toEqual([[THREAD, THREAD], 'Ask for a role']);
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
