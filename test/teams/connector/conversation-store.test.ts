import { HOUR, MINUTE } from '#platform/lib/clock.ts';
import type { Database } from '#platform/storage/database.ts';
import { arrivalIn } from '#teams/connector/conversations/conversation.ts';
import { type ConversationFacts, checkConversation } from '#teams/connector/conversations/conversation-repository.ts';
import {
  type ConversationStore,
  connectorMigrations,
  createConversationStore,
} from '#teams/connector/conversations/conversation-store.ts';
import { channelTrust } from '#teams/connector/trust.ts';
import { describeStores } from '../../support/database.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';

const tenantId = 'tenant-1';
const emea = 'https://smba.trafficmanager.net/emea/';
const amer = 'https://smba.trafficmanager.net/amer/';
const general = '19:general@thread.tacv2';
const approvals = '19:approvals@thread.tacv2';
const ana = { objectId: 'AAAA-1', teamsId: '29:ana' };

const channel = (facts: Partial<ConversationFacts> = {}): ConversationFacts => ({
  conversationId: general,
  kind: 'channel',
  serviceUrl: emea,
  tenantId,
  teamId: general,
  ...facts,
});
const chat = (facts: Partial<ConversationFacts> = {}): ConversationFacts => ({
  conversationId: 'a:ana',
  kind: 'personal',
  serviceUrl: emea,
  tenantId,
  person: ana,
  ...facts,
});

const inThread = channel({ conversationId: `${general};messageid=1` });
const inApprovals = channel({ conversationId: approvals });
const chatElsewhere = chat({ serviceUrl: amer });

describeStores((_kind, open) => {
  let clock: ManualClock;
  let database: Database;
  let known: ConversationStore;
  beforeEach(async () => {
    clock = createManualClock();
    database = await open(connectorMigrations);
    known = createConversationStore({ database, trust: channelTrust('public', tenantId), tenantId, clock });
  });

  const remember = async (facts: ConversationFacts): Promise<void> => {
    clock.advance(1_000);
    await known.remember(facts);
  };

  it.each<[string, readonly ConversationFacts[], string, object | undefined]>([
    ['a stored conversation', [channel()], general, { id: general, serviceUrl: emea, tenantId }],
    [
      'a thread by its channel, and keeps the thread',
      [inThread],
      `${general};messageid=2`,
      { id: `${general};messageid=2` },
    ],
    ['the newest service URL', [channel(), channel({ serviceUrl: amer })], general, { serviceUrl: amer }],
    [
      'an unknown channel at the newest URL of the tenant',
      [channel(), chatElsewhere],
      approvals,
      { id: approvals, serviceUrl: amer },
    ],
    [
      'the URL of the team first, where the id names the team',
      [inApprovals, chatElsewhere],
      general,
      { serviceUrl: emea },
    ],
    ['no URL of another tenant', [channel({ tenantId: 'tenant-2' })], approvals, undefined],
    ['no URL for an unknown personal chat', [channel()], 'a:nobody', undefined],
    ['nothing at first', [], general, undefined],
  ])('the store finds %s', async (_what, heard, id, found) => {
    for (const facts of heard) await remember(facts);
    expect(await known.find(id)).toEqual(found && expect.objectContaining(found));
  });

  it.each<[string, readonly ConversationFacts[], string, string | undefined]>([
    ['is found in whatever case their id is written', [chat()], 'aaaa-1', 'a:ana'],
    ['is the newest one', [chat(), chat({ conversationId: 'a:ana-again' })], ana.objectId, 'a:ana-again'],
    ['is no channel', [channel({ person: ana })], ana.objectId, undefined],
    ['stays when they write in a channel', [chat(), channel({ person: ana })], ana.objectId, 'a:ana'],
  ])('the personal chat of a person %s', async (_what, heard, person, id) => {
    for (const facts of heard) await remember(facts);
    expect(await known.personal(person)).toEqual(id && { id, serviceUrl: emea, tenantId });
  });

  it('a conversation where somebody writes again is the newest, no earlier than a minute after', async () => {
    await remember(channel());
    await remember(chat({ serviceUrl: amer }));
    await remember(channel());
    await expect(known.newest()).resolves.toMatchObject({ id: 'a:ana' });
    clock.advance(MINUTE);
    await remember(channel());
    await expect(known.newest()).resolves.toMatchObject({ id: general });
  });

  it('the store reaches a conversation whose address moved since it was heard from at the current one', async () => {
    await remember(chat());
    const current = 'http://127.0.0.1:4979/connector/';
    const trust = { serviceUrl: current, allowsServiceUrl: (url: string) => url === current };
    const later = createConversationStore({ database, trust, tenantId, clock });
    await expect(later.personal(ana.objectId)).resolves.toEqual({ id: 'a:ana', serviceUrl: current, tenantId });
    await expect(later.find('a:ana')).resolves.toMatchObject({ serviceUrl: current });
  });

  it('the store keeps the team of a channel when a later activity does not name it', async () => {
    await remember(inApprovals);
    await remember({ conversationId: approvals, kind: 'channel', serviceUrl: emea, tenantId });
    await expect(known.teams()).resolves.toEqual([{ id: general, serviceUrl: emea, tenantId }]);
  });

  it('the store keeps the account of a person who writes in a channel', async () => {
    await remember(channel({ person: ana }));
    await expect(known.account(ana.objectId)).resolves.toBe('29:ana');
  });

  /** What a word from there says of it. */
  const isNew = (facts: ConversationFacts): Promise<boolean> => known.remember(facts);

  it('the first activity of a conversation is an arrival, the next is not', async () => {
    await expect(isNew(channel())).resolves.toBe(true);
    clock.advance(HOUR);
    await expect(isNew(channel())).resolves.toBe(false);
  });

  it('one of several concurrent first activities is the arrival', async () => {
    const news = await Promise.all([1, 2, 3, 4].map(() => isNew(channel())));
    expect(news.filter(Boolean)).toHaveLength(1);
  });

  it('a conversation that may be gone is still used, and its next activity is an arrival', async () => {
    await remember(chat());
    await database.transaction((trx) => checkConversation(trx, 'a:ana;messageid=1'));
    await expect(known.find('a:ana')).resolves.toMatchObject({ id: 'a:ana' });
    await expect(known.personal(ana.objectId)).resolves.toMatchObject({ id: 'a:ana' });
    await expect(isNew(chat())).resolves.toBe(true);
    await expect(isNew(chat())).resolves.toBe(false);
  });

  it('a chat that the bot opened is stored, and its first activity is still an arrival', async () => {
    await known.opened(chat());
    await expect(known.personal(ana.objectId)).resolves.toMatchObject({ id: 'a:ana' });
    await expect(isNew(chat())).resolves.toBe(true);
  });

  it('a chat that the bot opens a second time stays stored', async () => {
    await remember(chat());
    await known.opened(chat());
    await expect(isNew(chat())).resolves.toBe(false);
  });

  it('an arrival in a channel counts for all channels of its team, and in a chat for its person', async () => {
    await remember(channel());
    await remember(inApprovals);
    await remember(channel({ conversationId: '19:far@thread.tacv2', teamId: '19:far@thread.tacv2' }));
    await remember(chat());
    await expect(arrivalIn(database.db, `${approvals};messageid=1`)).resolves.toEqual({
      ...{ conversationId: approvals, conversationIds: [approvals, general], objectIds: [] },
      ...{ kind: 'channel', wholeTeam: false, knownAt: expect.stringMatching(/^\d{4}-/) },
    });
    await expect(arrivalIn(database.db, 'a:ana')).resolves.toMatchObject({ objectIds: ['aaaa-1'] });
  });

  it('the store forgets a personal chat together with its conversation', async () => {
    await remember(chat());
    await known.forget('a:ana');
    expect([await known.find('a:ana'), await known.personal(ana.objectId)]).toEqual([undefined, undefined]);
  });

  it('the store lists each team once', async () => {
    await remember(channel());
    await remember(inApprovals);
    await remember(channel({ conversationId: '19:other@thread.tacv2', teamId: '19:team-2@thread.tacv2' }));
    await expect(known.teams()).resolves.toEqual([
      { id: '19:team-2@thread.tacv2', serviceUrl: emea, tenantId },
      { id: general, serviceUrl: emea, tenantId },
    ]);
  });
});
