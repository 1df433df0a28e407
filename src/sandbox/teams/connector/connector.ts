import { setTimeout as sleep } from 'node:timers/promises';
import { type Clock, SECOND } from '../../../lib/clock.ts';
import { splitThread } from '../chat/places.ts';
import { type Answer, type Call, json, Problem, type Route } from '../http/answer.ts';
import { KILOBYTE } from '../http/body.ts';
import type { AccessTokens } from './access-token.ts';
import { createConversation } from './create-conversation.ts';
import { type ConnectorAct, codeOf, type Faults } from './faults.ts';
import { readPayload } from './payload.ts';
import { listMembers, oneMember, pageMembers } from './roster.ts';
import type { SeenCalls } from './seen-calls.ts';
import type { Spot, Timeline } from './timeline.ts';
import { createWindows } from './windows.ts';

const MAX_BYTES = 256 * KILOBYTE;
const ROOT = '/connector/v3/conversations';

/** The Bot Connector: what a bot may ask of Teams, under one bearer token, Teams' windows and the wanted faults. */
export const createConnectorRoutes = (deps: {
  timeline: Timeline;
  tokens: AccessTokens;
  faults: Faults;
  seen: SeenCalls;
  serviceUrl: string;
  clock: Clock;
}): readonly Route[] => {
  const { timeline, tokens, faults, seen } = deps;
  const windows = createWindows(deps.clock);

  /** Sends and edits share a conversation's windows (all threads of a channel are one); creations have their own. */
  const checkWindows = (act: ConnectorAct, conversation: string): void => {
    if (act === 'members') return;
    const key = act === 'create' ? 'create' : splitThread(conversation).conversation;
    const wait = windows.take(key);
    if (wait !== undefined) throw troubled(429, Math.ceil(wait / SECOND));
  };

  const route = (
    method: Route['method'],
    path: string,
    act: ConnectorAct,
    handle: (call: Call) => Promise<Answer>,
  ): Route => ({
    method,
    path: `${ROOT}${path}`,
    maxBytes: MAX_BYTES,
    handle: seen.record(async (call) => {
      await tokens.check(call);
      const fault = faults.take(act);
      if (fault?.ms) await sleep(fault.ms);
      if (fault?.status && !fault.resetAfter) throw troubled(fault.status, fault.retryAfter);
      checkWindows(act, call.params['conversation'] ?? '');
      const answer = await handle(call);
      if (fault?.lateMs) await sleep(fault.lateMs, undefined, { ref: false });
      return fault?.resetAfter ? { kind: 'cut' } : answer;
    }),
  });

  const at = (call: Call): Promise<Spot> => timeline.locate(call.params['conversation'] ?? '');

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
    route('POST', '', 'create', (call) => createConversation(call, timeline, deps.serviceUrl)),
    route('POST', '/:conversation/activities', 'send', async (call) => speak(call, await at(call))),
    route('POST', '/:conversation/activities/:activity', 'send', async (call) => {
      const { place } = await at(call);
      return speak(call, await timeline.threadOf(place, call.params['activity'] ?? ''));
    }),
    route('PUT', '/:conversation/activities/:activity', 'edit', async (call) => {
      const post = await timeline.own(await at(call), call.params['activity'] ?? '');
      const payload = readPayload(await call.json());
      if (payload.type === 'typing') throw new Problem(400, 'BadSyntax', 'Only a message can take its place.');
      await timeline.edit(post, payload.content);
      return json(200, { id: post.id });
    }),
    route('DELETE', '/:conversation/activities/:activity', 'edit', async (call) => {
      await timeline.remove(await timeline.own(await at(call), call.params['activity'] ?? ''));
      return json(200, {});
    }),
    route('GET', '/:conversation/members', 'members', async (call) => listMembers((await at(call)).place)),
    route('GET', '/:conversation/pagedmembers', 'members', async (call) => pageMembers((await at(call)).place, call)),
    route('GET', '/:conversation/members/:member', 'members', async (call) =>
      oneMember((await at(call)).place, call.params['member'] ?? ''),
    ),
  ];
};

const troubled = (status: number, retryAfter?: number): Problem =>
  new Problem(
    status,
    codeOf(status),
    status === 429 ? 'API calls quota exceeded.' : 'The channel cannot do this now.',
    retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
  );
