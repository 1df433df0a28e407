import { z } from 'zod';
import type { Ids } from '../../../src/platform/lib/ids.ts';
import { tenantId } from '../../world.ts';
import { findAccount, findPersonalPlace, findPlace, threadId } from '../chat/places.ts';
import type { Profiles } from '../chat/reach.ts';
import type { TeamState } from '../chat/settings.ts';
import { type Answer, type Call, json, Problem, type Route } from '../http/answer.ts';
import { attachmentCalls } from './attachments.ts';
import { type ConnectorCall, type ConnectorRouteDeps, createConnectorRoute } from './connector-route.ts';
import { readPayload } from './payload.ts';
import { listMembers, oneMember, pageMembers, teamCalls } from './roster.ts';
import type { Spot, Timeline } from './timeline.ts';

const ROOT = '/conversations';
const ONE = `${ROOT}/:conversation`;
const ACTIVITY = `${ONE}/activities/:activity`;

/** The Bot Connector's REST API. Calls that Teams does not support (a list of all conversations) get 404 or 405. */
export const createConnectorRoutes = (
  deps: ConnectorRouteDeps & {
    readonly timeline: Timeline;
    readonly team: TeamState;
    readonly profiles: Profiles;
    readonly serviceUrl: string;
    readonly ids: Ids;
  },
): readonly Route[] => {
  const { timeline, team, profiles, serviceUrl, ids } = deps;
  const calls = [
    ...messageCalls(timeline, serviceUrl),
    ...memberCalls(timeline, profiles),
    ...attachmentCalls(timeline, ids),
    ...teamCalls(timeline, team),
  ];
  return calls.map(createConnectorRoute(deps));
};

/** The conversation in the call's path. */
const at = (timeline: Timeline, call: Call): Promise<Spot> => timeline.locate(call.params['conversation'] ?? '');

const messageCalls = (timeline: Timeline, serviceUrl: string): readonly ConnectorCall[] => {
  const speak = async (call: Call, spot: Spot): Promise<Answer> => {
    const payload = readPayload(await call.json());
    if (payload.type === 'typing') {
      timeline.typing(spot);
      return json(202, {});
    }
    const { id } = await timeline.post(spot, payload.content);
    return json(201, { id });
  };
  return [
    {
      method: 'POST',
      path: ROOT,
      act: 'create',
      handle: (call) => createConversation(call, timeline, serviceUrl),
    },
    {
      method: 'POST',
      path: `${ONE}/activities`,
      act: 'send',
      handle: async (call) => speak(call, await at(timeline, call)),
    },
    {
      method: 'POST',
      path: ACTIVITY,
      act: 'send',
      handle: async (call) => {
        const spot = await at(timeline, call);
        return speak(call, await timeline.answering(spot, call.params['activity'] ?? ''));
      },
    },
    {
      method: 'PUT',
      path: ACTIVITY,
      act: 'edit',
      handle: async (call) => {
        const post = await timeline.own(await at(timeline, call), call.params['activity'] ?? '');
        const payload = readPayload(await call.json());
        if (payload.type === 'typing') throw new Problem(400, 'BadSyntax', 'Only a message can take its place.');
        await timeline.edit(post, payload.content);
        return json(200, { id: post.id });
      },
    },
    {
      method: 'DELETE',
      path: ACTIVITY,
      act: 'edit',
      handle: async (call) => {
        await timeline.remove(await timeline.own(await at(timeline, call), call.params['activity'] ?? ''));
        return json(200, {});
      },
    },
  ];
};

const memberCalls = (timeline: Timeline, profiles: Profiles): readonly ConnectorCall[] => {
  const look = (path: string, answer: (spot: Spot, call: Call) => Answer | Promise<Answer>): ConnectorCall => ({
    method: 'GET',
    path,
    act: 'members',
    handle: async (call) => answer(await at(timeline, call), call),
  });
  return [
    look(`${ONE}/members`, ({ place }) => listMembers(place, profiles)),
    look(`${ONE}/pagedmembers`, ({ place }, call) => pageMembers(place, call, profiles)),
    look(`${ONE}/members/:member`, ({ place }, { params }) => oneMember(place, params['member'] ?? '', profiles)),
    look(`${ACTIVITY}/members`, async ({ place }, { params }) =>
      listMembers((await timeline.threadOf(place, params['activity'] ?? '')).place, profiles),
    ),
  ];
};

const wanted = z.object({
  members: z.array(z.object({ id: z.string() })).nullish(),
  tenantId: z.string().nullish(),
  channelData: z
    .object({
      channel: z.object({ id: z.string() }).nullish(),
      tenant: z.object({ id: z.string() }).nullish(),
    })
    .nullish(),
  activity: z.unknown().optional(),
});
type Wanted = z.infer<typeof wanted>;

/** A personal chat by its member, or a new thread by its channel; the latter needs the first post. */
const createConversation = async (call: Call, timeline: Timeline, serviceUrl: string): Promise<Answer> => {
  const parsed = wanted.safeParse(await call.json());
  if (!parsed.success) throw new Problem(400, 'BadSyntax', 'Bad format of the conversation parameters.');
  const { activity } = parsed.data;
  const channel = parsed.data.channelData?.channel?.id;
  const spot = channel === undefined ? personalSpot(parsed.data) : channelSpot(channel, activity);
  await timeline.enter(spot.place);
  if (!activity) return json(201, { id: spot.place.id, serviceUrl });
  const payload = readPayload(activity);
  if (payload.type === 'typing') throw new Problem(400, 'BadSyntax', 'A conversation starts with a message.');
  const post = await timeline.post(spot, payload.content);
  const id = threadId(spot.place, spot.place.kind === 'channel' ? post.id : undefined);
  return json(201, { id, activityId: post.id, serviceUrl });
};

const channelSpot = (id: string, activity: unknown): Spot => {
  const place = findPlace(id);
  if (place?.kind !== 'channel') throw new Problem(404, 'ConversationNotFound', 'Channel not found.');
  if (!activity) throw new Problem(400, 'BadSyntax', 'A new thread needs its first activity.');
  return { place };
};

const personalSpot = ({ members, tenantId: named, channelData }: Wanted): Spot => {
  if ((channelData?.tenant?.id ?? named) !== tenantId) {
    throw new Problem(400, 'BadArgument', 'The tenant is missing or is another one.');
  }
  const [member, ...others] = members ?? [];
  const person = member && others.length === 0 ? findAccount(member.id) : undefined;
  const place = person && findPersonalPlace(person);
  if (!place) throw new Problem(400, 'BadArgument', 'Name exactly one member who has the app.');
  return { place };
};
