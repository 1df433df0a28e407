import { setTimeout as sleep } from 'node:timers/promises';
import { type Clock, HOUR, SECOND } from '../../../src/platform/lib/clock.ts';
import { splitThread } from '../chat/places.ts';
import { type Answer, type Call, KILOBYTE, Problem, type Route } from '../http/answer.ts';
import type { AccessTokens } from './access-token.ts';
import type { CallLog } from './call-log.ts';
import { type ConnectorAct, type Faults, troubleAnswer } from './faults.ts';

interface Window {
  readonly count: number;
  readonly ms: number;
}

/** Teams' rate limits for one bot in one conversation. */
const teamsWindows: readonly Window[] = [
  { count: 7, ms: SECOND },
  { count: 8, ms: 2 * SECOND },
  { count: 60, ms: 30 * SECOND },
  { count: 1_800, ms: HOUR },
];

interface Windows {
  /** Counts one operation for a key. @returns the wait in ms if a window is full; then nothing is counted */
  take(key: string): number | undefined;
}

/** Sliding windows. */
export const createWindows = (clock: Clock): Windows => {
  const taken = new Map<string, number[]>();
  return {
    take: (key) => {
      const now = clock.now();
      const times = (taken.get(key) ?? []).filter((time) => time > now - HOUR);
      taken.set(key, times);
      const waits = teamsWindows.map(({ count, ms }) => (times.at(-count) ?? Number.NEGATIVE_INFINITY) + ms - now);
      const wait = Math.max(...waits);
      if (wait > 0) return wait;
      times.push(now);
      return undefined;
    },
  };
};

const MAX_BYTES = 256 * KILOBYTE;

/** One call of the Connector: its path below /v3, and its limits and faults. */
export interface ConnectorCall {
  readonly method: Route['method'];
  readonly path: string;
  readonly act: ConnectorAct;
  readonly maxBytes?: number;
  handle(call: Call): Promise<Answer>;
}

export interface ConnectorRouteDeps {
  readonly tokens: Pick<AccessTokens, 'check'>;
  readonly faults: Pick<Faults, 'take'>;
  readonly seen: CallLog;
  readonly clock: Clock;
}

/** Checks every call in this order: its bearer token, the active faults, Teams' rate limits. */
export const createConnectorRoute = (deps: ConnectorRouteDeps): ((wanted: ConnectorCall) => Route) => {
  const { tokens, faults, seen } = deps;
  const windows = createWindows(deps.clock);

  /** Sends and edits share a conversation's rate limits (with all threads of a channel); creations have their own. */
  const fullFor = (act: ConnectorAct, conversation: string): number | undefined =>
    act === 'members' ? undefined : windows.take(act === 'create' ? 'create' : conversation);

  return ({ method, path, act, maxBytes = MAX_BYTES, handle }) => ({
    method,
    path: `/connector/v3${path}`,
    maxBytes,
    handle: seen.record(async (call) => {
      await tokens.check(call);
      // For one person among several: refused, so that nobody else sees it.
      if (/^true$/i.test(call.query.get('isTargetedActivity') ?? ''))
        throw new Problem(400, 'BadArgument', 'Targeted messages are not supported here.');
      const { conversation } = splitThread(call.params['conversation'] ?? '');
      const fault = faults.take(act, conversation);
      if (fault?.ms) await sleep(fault.ms);
      const trouble = fault?.status === undefined ? undefined : troubleAnswer(fault.status, fault);
      if (trouble && !fault?.afterEffect && !fault?.resetAfter) return trouble;
      const wait = fullFor(act, conversation);
      if (wait !== undefined) return troubleAnswer(429, { retryAfter: Math.ceil(wait / SECOND) });
      const answer = await handle(call);
      if (fault?.lateMs) await sleep(fault.lateMs, undefined, { ref: false });
      if (fault?.resetAfter) return { kind: 'cut' };
      return trouble ?? answer;
    }),
  });
};
