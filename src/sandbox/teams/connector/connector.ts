import type { Ids } from '../../../lib/ids.ts';
import type { Profiles } from '../chat/profiles.ts';
import { type Answer, type Call, json, Problem, type Route } from '../http/answer.ts';
import { attachmentCalls } from './attachments.ts';
import { type ConnectorCall, type ConnectorRouteDeps, createConnectorRoute } from './connector-route.ts';
import { createConversation } from './create-conversation.ts';
import { readPayload } from './payload.ts';
import { listMembers, oneMember, pageMembers } from './roster.ts';
import { teamCalls } from './teams.ts';
import type { Spot, Timeline } from './timeline.ts';

const ROOT = '/conversations';
const ONE = `${ROOT}/:conversation`;
const ACTIVITY = `${ONE}/activities/:activity`;

/** The Bot Connector: what a bot may ask of Teams. Calls that Teams does not answer (a list of all conversations) get 404 or 405. */
export const createConnectorRoutes = (
  deps: ConnectorRouteDeps & {
    readonly timeline: Timeline;
    readonly profiles: Profiles;
    readonly serviceUrl: string;
    readonly ids: Ids;
  },
): readonly Route[] => {
  const { timeline, profiles, serviceUrl, ids } = deps;
  const calls = [
    ...messageCalls(timeline, serviceUrl),
    ...memberCalls(timeline, profiles),
    ...attachmentCalls(timeline, ids),
    ...teamCalls(timeline),
  ];
  return calls.map(createConnectorRoute(deps));
};

/** The conversation that the call's path names. */
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
        const { place } = await at(timeline, call);
        return speak(call, await timeline.threadOf(place, call.params['activity'] ?? ''));
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
