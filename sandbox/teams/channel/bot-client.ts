import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND } from '../../../src/platform/lib/clock.ts';
import type { Ids } from '../../../src/platform/lib/ids.ts';
import type { Log } from '../../../src/platform/lib/logger.ts';
import type { InvokeFaults } from '../connector/faults.ts';
import type { Traffic } from '../inspector/traffic.ts';
import type { Activity } from './scene.ts';
import type { Signing } from './signing.ts';

/** How long Teams waits for the bot's answer to an activity that is no invoke. */
const PATIENCE_MS = 15 * SECOND;

export type BotAnswer =
  | { readonly kind: 'answered'; readonly status: number; readonly body: unknown }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'late' };

export interface BotClient {
  /** Posts an activity, signed as this channel unless an Authorization is given. Never throws. */
  post(activity: Activity, authorization?: string): Promise<BotAnswer>;
  /** Aborts everything that is still running. */
  close(): void;
}

export const createBotClient = (deps: {
  botUrl: () => string;
  serviceUrl: string;
  signing: Signing;
  faults: Pick<InvokeFaults, 'take'>;
  traffic: Pick<Traffic, 'toBot'>;
  ids: Pick<Ids, 'guid'>;
  log: Log;
  patienceMs?: number;
}): BotClient => {
  const closing = new AbortController();

  const exchange = async (activity: Activity, authorization: string | undefined): Promise<BotAnswer> => {
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
  };

  const post: BotClient['post'] = async (activity, authorization) => {
    const note = deps.traffic.toBot(activity);
    const answer = await exchange(activity, authorization);
    note(answer);
    return answer;
  };

  /** Sends it twice with its own id and then twice with another, each pair at once; the person sees the first answer. */
  const postAgain: BotClient['post'] = (activity, authorization) => {
    const twice = (one: Activity): [Promise<BotAnswer>, Promise<BotAnswer>] => [
      post(one, authorization),
      post(one, authorization),
    ];
    const [first, second] = twice(activity);
    void Promise.all([first, second]).then(() => twice({ ...activity, id: `f:${deps.ids.guid()}` }));
    return first;
  };

  return {
    post: async (activity, authorization) => {
      const fault = activity['type'] === 'invoke' ? deps.faults.take() : undefined;
      if (fault?.kind === 'again') return postAgain(activity, authorization);
      if (fault?.kind === 'late') await pause(fault.lateMs, closing.signal);
      return post(activity, authorization);
    },
    close: () => closing.abort(),
  };
};

/** Ends early when the client closes. */
const pause = (ms: number, signal: AbortSignal): Promise<void> => sleep(ms, undefined, { signal }).catch(() => {});

/** The body as JSON if possible, otherwise as text; undefined for an empty body. */
const parse = (text: string): unknown => {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};
