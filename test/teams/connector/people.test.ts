import { createAccounts } from '#teams/connector/conversations/accounts.ts';
import type { Roster } from '#teams/connector/conversations/members.ts';
import {
  ana,
  anaId,
  appId,
  benchPerTest,
  bo,
  channel,
  failureOf,
  givesToken,
  memberPath,
  pathOf,
  serviceUrl,
  teams,
  tenantId,
  thread,
} from './teams.ts';

const bench = benchPerTest();

describe('a member', () => {
  const answers = (member: object | undefined, status = 200) => teams().get(memberPath).reply(status, member);
  const read = () => bench.connector.member(thread, '29:ana');
  beforeEach(() => void givesToken());

  it('is read from the roster of the channel, without the thread', async () => {
    answers(ana);
    await expect(read()).resolves.toEqual({
      id: '29:ana',
      objectId: anaId,
      name: 'Ana Rossi',
      email: 'ana@northwind.example',
      guest: false,
      foreign: false,
    });
  });

  it.each([
    ['of the role guest', { userRole: 'guest' }],
    ['of the role anonymous', { userRole: 'anonymous' }],
    ['of no role', { userRole: undefined }],
    ['with the name of an external account', { userPrincipalName: 'ed_contoso.example#EXT#@northwind.example' }],
  ])('%s is a guest', async (_name, difference) => {
    answers({ ...ana, ...difference });
    await expect(read()).resolves.toMatchObject({ guest: true });
  });

  it.each([
    ['of another tenant is foreign', { tenantId: '99999999-91b3-4f60-8c1d-7e0b2f9a6c10' }, true],
    ['of our tenant in capitals is not', { tenantId: tenantId.toUpperCase() }, false],
    ['of whom the roster tells no tenant is not', { tenantId: undefined }, false],
  ])('%s', async (_name, difference, foreign) => {
    answers({ ...ana, ...difference });
    await expect(read()).resolves.toMatchObject({ foreign });
  });

  it('is known by objectId too, as older answers name it', async () => {
    answers({ ...ana, aadObjectId: undefined, objectId: anaId.toUpperCase() });
    await expect(read()).resolves.toMatchObject({ objectId: anaId });
  });

  it('is read once for concurrent requests', async () => {
    answers(ana);
    const members = await Promise.all([1, 2, 3].map(read));
    expect(members).toHaveLength(3);
  });

  it('is cached for ten minutes', async () => {
    answers(ana);
    await read();
    bench.clock.advance(599_999);
    await expect(bench.connector.member(channel, '29:ana')).resolves.toMatchObject({ id: '29:ana' });
  });

  it('is read again after ten minutes', async () => {
    answers(ana);
    answers({ ...ana, userRole: 'guest' });
    await read();
    bench.clock.advance(600_001);
    await expect(read()).resolves.toMatchObject({ guest: true });
  });

  it('is read again once the app was removed from a conversation', async () => {
    answers(ana);
    await read();
    await bench.connector.conversations.forget('19:other@thread.tacv2');
    answers({ error: { code: 'BotNotInConversationRoster' } }, 403);
    await expect(failureOf(read())).resolves.toMatchObject({ kind: 'left' });
  });

  it('that could not be read is read again at the next request', async () => {
    answers(undefined, 404);
    answers(ana);
    await failureOf(read());
    await expect(read()).resolves.toMatchObject({ id: '29:ana' });
  });

  it('is read again after a lost answer', async () => {
    answers(undefined, 502);
    answers(ana);
    await expect(read()).resolves.toMatchObject({ id: '29:ana' });
  });

  it('that the roster does not list gives the error “gone”', async () => {
    answers({ error: { code: 'MemberNotFoundInConversation' } }, 404);
    await expect(failureOf(read())).resolves.toMatchObject({ kind: 'gone' });
  });

  it('in an answer of another shape is refused', async () => {
    answers({ name: 'Ana' });
    await expect(failureOf(read())).resolves.toMatchObject({ kind: 'refused' });
  });
});

describe('a personal chat', () => {
  const team = '19:team@thread.tacv2';
  const facts = { conversationId: channel.id, kind: 'channel', serviceUrl, tenantId, teamId: team } as const;
  const roster = (teamId = team) => teams().get(pathOf(teamId, 'pagedmembers')).query({ pageSize: '500' });
  const created = (id = 'a:ana') =>
    teams()
      .post('/emea/v3/conversations', {
        isGroup: false,
        bot: { id: `28:${appId}` },
        members: [{ id: '29:ana' }],
        tenantId,
        channelData: { tenant: { id: tenantId } },
      })
      .reply(201, { id });

  it('that is stored is used', async () => {
    const person = { objectId: anaId, teamsId: '29:ana' };
    await bench.connector.conversations.remember({
      conversationId: 'a:ana',
      kind: 'personal',
      serviceUrl,
      tenantId,
      person,
    });
    await expect(bench.connector.openPersonal(anaId)).resolves.toEqual({ id: 'a:ana', serviceUrl, tenantId });
  });

  it('is opened by the account in the roster of a known team', async () => {
    await bench.connector.conversations.remember(facts);
    givesToken();
    roster().reply(200, { members: [bo, ana] });
    created();
    await expect(bench.connector.openPersonal(anaId)).resolves.toEqual({ id: 'a:ana', serviceUrl, tenantId });
  });

  it('is opened without the roster when the person has written in a channel', async () => {
    await bench.connector.conversations.remember({ ...facts, person: { objectId: anaId, teamsId: '29:ana' } });
    givesToken();
    created();
    await expect(bench.connector.openPersonal(anaId)).resolves.toMatchObject({ id: 'a:ana' });
  });

  it('is opened by an account on a later page of the roster', async () => {
    await bench.connector.conversations.remember(facts);
    givesToken();
    roster().reply(200, { members: [bo], continuationToken: 'next&page' });
    teams()
      .get(pathOf(team, 'pagedmembers'))
      .query({ pageSize: '500', continuationToken: 'next&page' })
      .reply(200, { members: [ana] });
    created();
    await expect(bench.connector.openPersonal(anaId)).resolves.toMatchObject({ id: 'a:ana' });
  });

  it.each([
    ['was removed from one', 'BotNotInConversationRoster'],
    ['may not read one', 'NotEnoughPermissions'],
  ])('is found through the next team when the bot %s', async (_why, code) => {
    await bench.connector.conversations.remember({
      ...facts,
      conversationId: '19:old@thread.tacv2',
      teamId: '19:old@thread.tacv2',
    });
    bench.clock.advance(-1_000);
    await bench.connector.conversations.remember(facts);
    givesToken();
    roster('19:old@thread.tacv2').reply(403, { error: { code } });
    roster().reply(200, { members: [ana] });
    created();
    await expect(bench.connector.openPersonal(anaId)).resolves.toMatchObject({ id: 'a:ana' });
  });

  it('is opened once for concurrent requests, and stored', async () => {
    await bench.connector.conversations.remember(facts);
    givesToken();
    roster().reply(200, { members: [ana] });
    created();
    await Promise.all([1, 2, 3].map(() => bench.connector.openPersonal(anaId)));
    await expect(bench.connector.conversations.personal(anaId)).resolves.toEqual({ id: 'a:ana', serviceUrl, tenantId });
  });

  it('is opened again after a lost answer: Teams returns the same chat', async () => {
    await bench.connector.conversations.remember({ ...facts, person: { objectId: anaId, teamsId: '29:ana' } });
    givesToken();
    teams().post('/emea/v3/conversations').reply(502);
    created();
    await expect(bench.connector.openPersonal(anaId)).resolves.toMatchObject({ id: 'a:ana' });
  });

  it('with a person in no team cannot be opened, and the error has a remedy', async () => {
    await bench.connector.conversations.remember(facts);
    givesToken();
    roster().reply(200, { members: [bo] });
    await expect(failureOf(bench.connector.openPersonal(anaId))).resolves.toMatchObject({
      kind: 'gone',
      textKey: 'connector.error.stranger',
    });
  });

  it('stays retryable when a roster cannot be read', async () => {
    await bench.connector.conversations.remember(facts);
    givesToken();
    roster().times(4).reply(503);
    await expect(failureOf(bench.connector.openPersonal(anaId))).resolves.toMatchObject({
      kind: 'not-sent',
      retryable: true,
    });
  });
});

const here = { id: '19:here@thread.tacv2', serviceUrl: 'https://teams.example/', tenantId: 'tenant' };
const named = Array.from({ length: 5_000 }, (_, n) => `p${n}`);

const rosterOf = (people: readonly string[], isWhole = true): Roster => ({
  accounts: new Map(people.map((id) => [id, `29:${id}`])),
  isWhole,
});

/** The accounts, with those who were asked about. */
const accountsIn = async (roster: Roster | undefined, isWanted: (id: string) => boolean) => {
  const asked: string[] = [];
  const everybody = async (): Promise<Roster> => {
    if (!roster) throw new Error('Teams is away');
    return roster;
  };
  const accounts = createAccounts(
    { accounts: async (ids) => new Map(ids.slice(0, 3).map((id) => [id, `29:${id}`])) },
    { everybody },
  );
  const found = await accounts(here, named, 60, (id) => {
    asked.push(id);
    return isWanted(id);
  });
  return { found, asked };
};

it('of 5,000 named people only those who are in the conversation are asked about', async () => {
  const { found, asked } = await accountsIn(rosterOf(['p7', 'p4000', 'zoe']), (id) => id === 'p4000');
  expect(asked).toEqual(['p7', 'p4000']);
  // All of a small conversation have a view of their own; the wanted come first.
  expect(found).toEqual(['29:p4000', '29:p7', '29:zoe']);
});

it('in a large conversation nobody is asked about once there are enough', async () => {
  const { found, asked } = await accountsIn(rosterOf(named), (id) => Number(id.slice(1)) % 2 === 0);
  expect(found).toHaveLength(60);
  expect(asked).toHaveLength(119);
  expect(found).toEqual(named.filter((_, n) => n % 2 === 0 && n < 120).map((id) => `29:${id}`));
});

it.each([
  ['cannot be read', undefined],
  ['is not whole', rosterOf([], false)],
])('while the roster %s, the wanted have the accounts from which they wrote', async (_what, roster) => {
  const { found } = await accountsIn(roster, (id) => Number(id.slice(1)) >= 490);
  expect(found).toEqual(['29:p490', '29:p491', '29:p492']);
});
