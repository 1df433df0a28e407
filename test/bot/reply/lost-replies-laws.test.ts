import { StewardAdapter } from '#bot/adapter.ts';
import { createLateReplies, lateReplyMigrations } from '#bot/reply/late-replies.ts';
import { createPostReply, type PostReply } from '#bot/reply/post-reply.ts';
import { createOutbox, type Outbox } from '#engine/outbox/outbox.ts';
import { outboxMigrations } from '#engine/outbox/tables.ts';
import { SECOND } from '#platform/lib/clock.ts';
import { randomIds } from '#platform/lib/ids.ts';
import { silentLog } from '#platform/lib/logger.ts';
import { loadTexts } from '#platform/texts/texts.ts';
import { ConnectorError } from '#teams/connector/errors.ts';
import { describeStores } from '../../support/database.ts';
import { createFakeConnector } from '../../support/fake-connector.ts';
import { fc } from '../../support/fast-check.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';
import { turnOf } from '../../support/turn.ts';
import { until } from '../../support/until.ts';

/** How one post ends: before Teams has it, or after, with the answer lost. */
const fates = ['throttled', 'busy', 'not-sent', 'lost-before', 'lost-after', 'refused', 'gone', 'forbidden'] as const;
type Fate = (typeof fates)[number];

const failureOf = (fate: Fate): ConnectorError => {
  if (fate === 'lost-before' || fate === 'lost-after') return new ConnectorError('unclear', { status: 502 });
  const mayPass = fate === 'refused' || fate === 'gone' || fate === 'forbidden';
  return new ConnectorError(fate, mayPass ? { meaning: 'later' } : {});
};

const CHAT = '19:alerts@thread.tacv2';
const turn = turnOf({ where: { conversationId: CHAT, kind: 'channel' } });

/** Teams, where each post ends as foreseen until nothing is foreseen any more. */
const createTroubledTeams = () => {
  const fake = createFakeConnector();
  const posts: (string | undefined)[] = [];
  let ahead: Fate[] = [];
  const connector: typeof fake = {
    ...fake,
    async send(to, activity, options) {
      const fate = ahead.shift();
      if (fate === undefined || fate === 'lost-after') posts.push(activity.summary);
      if (fate !== undefined) throw failureOf(fate);
      return fake.send(to, activity, options);
    },
  };
  const foresee = (fates: readonly Fate[]): void => {
    ahead = [...fates];
  };
  return { connector, posts, foresee };
};

describeStores((_kind, open) => {
  let teams: ReturnType<typeof createTroubledTeams>;
  let clock: ManualClock;
  let outbox: Outbox;
  let post: PostReply;
  let waiting: () => Promise<boolean>;

  beforeEach(async () => {
    teams = createTroubledTeams();
    clock = createManualClock();
    const database = await open({ ...outboxMigrations, ...lateReplyMigrations });
    const deps = { database, clock, ids: randomIds, texts: loadTexts() };
    outbox = createOutbox({
      ...deps,
      connector: teams.connector,
      log: silentLog,
      pollMs: 5,
    });
    post = createPostReply(createLateReplies({ ...deps, outbox }), silentLog);
    const ready = database.db.selectFrom('deliveries').select('id').where('state', '=', 'ready').limit(1);
    waiting = async () => (await ready.executeTakeFirst()) !== undefined;
    outbox.start();
  });
  afterEach(() => outbox.stop());

  it('an answer appears in the chat once, plus once for each post whose result was lost', async () => {
    const adapter = new StewardAdapter(teams.connector, () => false);
    const said = { type: 'message', conversation: { id: CHAT, isGroup: true, conversationType: 'channel', name: '' } };
    let count = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...fates), { maxLength: 4 }), async (foreseen) => {
        count += 1;
        const summary = `answer ${count}`;
        teams.foresee(foreseen);
        await adapter.process(said, (context) => post(context, turn, { card: { type: 'AdaptiveCard' }, summary }));
        await until('nothing that waits', async () => {
          clock.advance(SECOND);
          return !(await waiting());
        });
        const lost = foreseen.filter((fate) => fate === 'lost-after').length;
        expect(teams.posts.filter((one) => one === summary)).toHaveLength(1 + lost);
      }),
      { numRuns: 40 },
    );
  });
});
