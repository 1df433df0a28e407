import type { Http, HttpRequest, HttpResponse } from '#platform/http/http.ts';
import { HttpFailure } from '#platform/http/message.ts';
import { Secret } from '#platform/lib/secret.ts';
import { createGraph, type DirectoryTrouble, DirectoryUnread } from '#teams/directory/graph.ts';

const BASE = 'https://graph.example';
const GROUP = '9c8b7a60-5d4e-4f3a-8b2c-1d0e9f8a7b62';
const FIRST = `${BASE}/v1.0/groups/${GROUP}/transitiveMembers?$select=id,displayName,mail,userPrincipalName&$top=999`;
const options = { deadlineMs: 4_000, correlation: 'c' };

const userOf = (number: number, more: Record<string, unknown> = {}) => ({
  '@odata.type': '#microsoft.graph.user',
  id: `0000000${number}-0000-4000-8000-00000000000A`,
  displayName: `Person ${number}`,
  mail: `p${number}@example.com`,
  userPrincipalName: `P${number}@example.com`,
  ...more,
});
const json = (status: number, body: unknown): HttpResponse => ({ status, headers: {}, text: JSON.stringify(body) });

/** Graph that answers these in order, each once. */
const graphWith = (...answers: (HttpResponse | Error)[]) => {
  const sent: HttpRequest[] = [];
  const dropped: string[] = [];
  const http: Http = {
    async send(request) {
      sent.push(request);
      const answer = answers.shift();
      if (!answer) throw new Error(`nothing answers ${request.url}`);
      if (answer instanceof Error) throw answer;
      return answer;
    },
    close: async () => {},
    destroy: async () => {},
  };
  const access = {
    baseUrl: BASE,
    tokenFor: async (scope: string) => new Secret(`Bearer for ${scope}`),
    dropToken: (scope: string) => void dropped.push(scope),
  };
  return { graph: createGraph({ http, access, now: () => 0 }), sent, dropped, left: answers };
};

it('every page is read, and only people count, each once', async () => {
  const { graph, sent } = graphWith(
    json(200, {
      value: [userOf(1), { '@odata.type': '#microsoft.graph.group', id: GROUP }],
      '@odata.nextLink': `${BASE}/2`,
    }),
    json(200, { value: [], '@odata.nextLink': `${BASE}/3` }),
    json(200, { value: [userOf(2), userOf(1)] }),
  );
  expect(await graph.members(GROUP, options)).toEqual([
    {
      objectId: '00000001-0000-4000-8000-00000000000a',
      name: 'Person 1',
      email: 'p1@example.com',
      account: 'p1@example.com',
    },
    {
      objectId: '00000002-0000-4000-8000-00000000000a',
      name: 'Person 2',
      email: 'p2@example.com',
      account: 'p2@example.com',
    },
  ]);
  expect(sent.map(({ url }) => url)).toEqual([FIRST, `${BASE}/2`, `${BASE}/3`]);
  expect(
    sent.every(({ origin, retry, credential }) => [origin, retry, credential].join() === `${BASE},read,directory`),
  ).toBe(true);
  expect(sent.some(({ headers = {} }) => Object.keys(headers).some((name) => /consistencylevel/i.test(name)))).toBe(
    false,
  );
});

it('people without names are members by their object id', async () => {
  const { graph } = graphWith(
    json(200, { value: [userOf(1, { displayName: null, mail: null, userPrincipalName: null })] }),
  );
  expect(await graph.members(GROUP, options)).toEqual([{ objectId: '00000001-0000-4000-8000-00000000000a' }]);
});

const refusal = (code: string) => ({ error: { code, message: 'x', innerError: { 'request-id': 'r-1' } } });
const page = json(200, { value: [userOf(1)], '@odata.nextLink': `${BASE}/2` });

it.each<[string, (HttpResponse | Error)[], DirectoryTrouble]>([
  ['a missing permission', [json(403, refusal('Authorization_RequestDenied'))], 'forbidden'],
  ['a deleted group', [json(404, refusal('Request_ResourceNotFound'))], 'gone'],
  ['a wait that is too long', [new HttpFailure('throttled', 'graph.example', { retryAfterMs: 60_000 })], 'throttled'],
  ['an outage', [json(503, refusal('serviceNotAvailable'))], 'away'],
  ['a lost answer after the first page', [page, new HttpFailure('lost', 'graph.example')], 'away'],
  ['a next page on another host', [page, new HttpFailure('wrong-origin', 'elsewhere.example')], 'away'],
  ['a page that leads to itself', [json(200, { value: [], '@odata.nextLink': FIRST })], 'unreadable'],
  ['no list', [json(200, { members: [] })], 'unreadable'],
  ['a person without an id', [json(200, { value: [userOf(1, { id: 'x' })] })], 'unreadable'],
  ['a token that stays refused', [json(401, {}), json(401, {})], 'signIn'],
])('%s gives nobody of the group', async (_what, answers, trouble) => {
  const { graph, left } = graphWith(...answers);
  await expect(graph.members(GROUP, options)).rejects.toMatchObject({ trouble, name: 'DirectoryUnread' });
  expect(left).toEqual([]);
});

it('a token that is refused once is fetched anew', async () => {
  const { graph, dropped } = graphWith(json(401, {}), json(200, { value: [userOf(1)] }));
  expect(await graph.members(GROUP, options)).toHaveLength(1);
  expect(dropped).toEqual([`${BASE}/.default`]);
});

it('more people than a decision can wait for are refused', async () => {
  const many = Array.from({ length: 5_001 }, (_, at) =>
    userOf(1, { id: `${String(at).padStart(8, '0')}-0000-4000-8000-000000000000` }),
  );
  const { graph } = graphWith(json(200, { value: many }));
  await expect(graph.members(GROUP, options)).rejects.toMatchObject({ trouble: 'tooLarge' });
});

it('a refusal has the code and the id that Graph gave', async () => {
  const { graph } = graphWith(json(403, refusal('Authorization_RequestDenied')));
  const error = await graph.groupName(GROUP, options).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(DirectoryUnread);
  expect(error).toMatchObject({ graphCode: 'Authorization_RequestDenied', requestId: 'r-1' });
});

it('an account is looked up by name and address, quotes doubled, and its own principal name comes alone', async () => {
  const { graph, sent } = graphWith(
    json(200, {
      value: [userOf(1, { mail: "o'neil@example.com" }), userOf(2, { userPrincipalName: "O'Neil@example.com" })],
    }),
  );
  expect(await graph.peopleOf("o'neil@example.com", options)).toMatchObject([{ name: 'Person 2' }]);
  expect(decodeURIComponent(sent[0]?.url ?? '')).toContain(
    "userPrincipalName eq 'o''neil@example.com' or mail eq 'o''neil@example.com'",
  );
});
