import { createBot } from '#bot/bot.ts';
import { createRegistry } from '#bot/commands/registry.ts';
import { formMigrations } from '#bot/forms/form-store.ts';
import { readActivity } from '#bot/gate/activity.ts';
import type { Gate } from '#bot/gate/gate.ts';
import { lateReplyMigrations } from '#bot/reply/late-replies.ts';
import type { Services } from '#bot/services.ts';
import { idempotencyMigrations } from '#bot/turn/idempotency.ts';
import { createOutbox } from '#engine/outbox/outbox.ts';
import { outboxMigrations } from '#engine/outbox/tables.ts';
import { createJobs, type Jobs, jobsMigrations } from '#platform/jobs/jobs.ts';
import { randomIds } from '#platform/lib/ids.ts';
import { silentLog } from '#platform/lib/logger.ts';
import { loadTexts } from '#platform/texts/texts.ts';
import { limitsSection } from '#policy/model/sections.ts';
import { type Channels, createChannels } from '#teams/connector/conversations/channels.ts';
import type { Arrival } from '#teams/connector/conversations/conversation.ts';
import { checkConversation } from '#teams/connector/conversations/conversation-repository.ts';
import {
  type Conversations,
  connectorMigrations,
  createConversationStore,
} from '#teams/connector/conversations/conversation-store.ts';
import { channelTrust } from '#teams/connector/trust.ts';
import { noAudit } from '../../support/audit.ts';
import { describeStores } from '../../support/database.ts';
import { createFakeConnector } from '../../support/fake-connector.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { createTestPolicy } from '../../support/policy.ts';
import { newUnderstanding } from '../../support/understanding.ts';
import { until } from '../../support/until.ts';

const HERE = '19:here@thread.tacv2';
const TEAM = '19:team@thread.tacv2';

const word = (more: object = {}) => ({
  ...{ type: 'message', id: 'm:1', timestamp: '2026-03-02T09:00:00Z', channelId: 'msteams', text: 'to somebody else' },
  serviceUrl: 'https://smba.trafficmanager.net/emea/',
  from: { id: '29:ana', name: 'Ana', aadObjectId: 'aaaabbbb-cccc-4ddd-8eee-ffff00001111' },
  recipient: { id: '28:bot' },
  conversation: { id: `${HERE};messageid=1`, conversationType: 'channel', tenantId: 't' },
  channelData: { tenant: { id: 't' }, team: { id: TEAM } },
  ...more,
});

/** What is handed in has passed already. */
const openGate = {
  verify: async () => async (body: unknown) => ({ activity: readActivity(body) }),
} as unknown as Gate;

describeStores((_kind, open) => {
  let jobs: Jobs;
  let arrivals: Arrival[];
  let faults: number;
  let channels: Channels;
  let find: Conversations['find'];
  /** A post was refused there. */
  let refused: () => Promise<void>;
  let bot: ReturnType<typeof createBot>;

  beforeEach(async () => {
    arrivals = [];
    faults = 0;
    const migrations = { ...connectorMigrations, ...outboxMigrations, ...jobsMigrations, ...idempotencyMigrations };
    const database = await open({ ...migrations, ...formMigrations, ...lateReplyMigrations });
    const clock = createManualClock();
    const base = { database, clock, ids: randomIds, log: silentLog, pollMs: 5 };
    jobs = createJobs({ ...base, random: () => 0 });
    const texts = loadTexts();
    const policy = createTestPolicy('people: {}', [limitsSection]);
    const fake = createFakeConnector();
    const conversations = createConversationStore({ ...base, trust: channelTrust('public', 't'), tenantId: 't' });
    channels = createChannels(database);
    const connector = { ...fake, conversations, channels };
    refused = () => database.transaction((trx) => checkConversation(trx, HERE));
    find = conversations.find;
    bot = createBot({
      ...{
        ...base,
        audit: noAudit,
        jobs,
        texts,
        connector,
        gate: openGate,
        services: {} as Services,
        understanding: newUnderstanding(),
        tenantId: 't',
        policy,
      },
      registry: createRegistry({ commands: [], actions: [], messageActions: [], forms: [] }),
      outbox: createOutbox({ ...base, texts, connector }),
      onDeparture: async () => {},
      after: () => () => {},
      isForDecisions: () => false,
      async onArrival(arrival) {
        faults -= 1;
        if (faults >= 0) throw new Error('a row that cannot be read');
        arrivals.push(arrival);
      },
    });
    jobs.start();
  });
  afterEach(() => jobs.stop());

  const receive = async (body: object) => {
    const open = await bot.open(undefined);
    return typeof open === 'function' ? open(body) : open;
  };
  const arrived = (times: number) => until(`${times} arrivals`, () => arrivals.length === times);

  it('the work after an arrival is repeated on failure, and no turn waits for it or fails with it', async () => {
    faults = 2;
    expect(await receive(word())).toMatchObject({ status: 200 });
    await arrived(1);
    expect(arrivals).toMatchObject([{ conversationId: HERE, conversationIds: [HERE], objectIds: [] }]);
  });

  it.each([
    ['the channel was deleted', () => channels.keepChannel({ id: HERE, closed: 'deleted' })],
    ['its team was archived', () => channels.keepTeam({ id: TEAM, closed: 'archived' })],
  ])('a message shows that people can write there again, after %s', async (_what, close) => {
    await receive(word());
    await arrived(1);
    await close();
    await expect(find(HERE)).resolves.toBeUndefined();
    await refused();
    await receive(word({ id: 'm:2' }));
    await expect(find(HERE)).resolves.toMatchObject({ id: HERE });
    await until('the arrival', () => arrivals.length > 1);
  });

  it('the next activity is no arrival, and an installation always is one', async () => {
    await receive(word());
    await arrived(1);
    await receive(word({ id: 'm:2' }));
    await receive(word({ id: 'm:3', type: 'installationUpdate', action: 'add' }));
    await arrived(2);
  });
});
