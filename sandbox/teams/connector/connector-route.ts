import { setTimeout as sleep } from 'node:timers/promises';
import { type Clock, SECOND } from '../../../src/platform/lib/clock.ts';
import { splitThread } from '../chat/places.ts';
import { type Answer, type Call, Problem, type Route } from '../http/answer.ts';
import { KILOBYTE } from '../http/body.ts';
import type { AccessTokens } from './access-token.ts';
import type { CallLog } from './call-log.ts';
import { type ConnectorAct, type Faults, troubleAnswer } from './faults.ts';
import { createWindows } from './windows.ts';

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
