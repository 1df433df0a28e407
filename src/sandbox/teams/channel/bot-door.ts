import { SECOND } from '../../../lib/clock.ts';
import type { Log } from '../../../lib/logger.ts';
import type { Activity } from './activities.ts';
import type { Signing } from './signing.ts';

/** As long as Teams waits for a bot. */
const PATIENCE_MS = 15 * SECOND;

export type BotAnswer =
  | { readonly kind: 'answered'; readonly status: number; readonly body: unknown }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'late' };

export interface BotDoor {
  /** Posts an activity, signed as this channel unless an Authorization is given. Never throws. */
  post(activity: Activity, authorization?: string): Promise<BotAnswer>;
  /** Gives up on everything that is still under way. */
  close(): void;
}

export const createBotDoor = (deps: {
  botUrl: () => string;
  serviceUrl: string;
  signing: Signing;
  log: Log;
  patienceMs?: number;
}): BotDoor => {
  const closing = new AbortController();
  return {
    post: async (activity, authorization) => {
      const { serviceUrl } = activity;
      const bearer =
        authorization ??
        (await deps.signing.authorization(typeof serviceUrl === 'string' ? serviceUrl : deps.serviceUrl));
      const patience = AbortSignal.timeout(deps.patienceMs ?? PATIENCE_MS);
      try {
        const response = await fetch(deps.botUrl(), {
          method: 'POST',
          headers: { authorization: bearer, 'content-type': 'application/json' },
          body: JSON.stringify(activity),
          redirect: 'manual',
          signal: AbortSignal.any([patience, closing.signal]),
        });
        return { kind: 'answered', status: response.status, body: parse(await response.text()) };
      } catch (error) {
        deps.log.warn('sandbox.teams.bot-unreachable', { kind: String(activity['type']), error });
        return { kind: patience.aborted ? 'late' : 'unreachable' };
      }
    },
    close: () => closing.abort(),
  };
};

/** JSON where it is JSON, otherwise the text; nothing for an empty body. */
const parse = (text: string): unknown => {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};
