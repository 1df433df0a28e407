import { z } from 'zod';
import { SECOND } from '../../../src/platform/lib/clock.ts';
import { withoutTail } from '../../../src/platform/lib/text.ts';
import type { BotClient } from '../channel/bot-client.ts';
import { type Answer, type Call, json, KILOBYTE, Problem, type Route } from '../http/answer.ts';

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost']);

/** The address of a local client's Connector: http on this machine only. @returns without the slash at its end */
const loopbackUrl = (text: string): string | undefined => {
  const url = URL.parse(text);
  const plain = url?.username === '' && url.password === '' && url.search === '' && url.hash === '';
  if (!plain || url.protocol !== 'http:' || !LOOPBACK.has(url.hostname)) return undefined;
  return withoutTail(url.href, '/');
};

/** A client's service URL as a segment of the relay's addresses; it is enough after a restart. */
export const segmentOf = (serviceUrl: string): string => Buffer.from(serviceUrl, 'utf8').toString('base64url');

/** @returns undefined when the segment is not an address on this machine */
export const serviceUrlOf = (segment: string): string | undefined => {
  const serviceUrl = loopbackUrl(Buffer.from(segment, 'base64url').toString('utf8'));
  return serviceUrl !== undefined && segmentOf(serviceUrl) === segment ? serviceUrl : undefined;
};

const MAX_BYTES = 256 * KILOBYTE;

const unsigned = z.looseObject({
  serviceUrl: z.string(),
  conversation: z.looseObject({ id: z.string(), conversationType: z.string().optional() }),
  from: z.looseObject({ aadObjectId: z.string().optional() }),
});

type LocalActivity = z.infer<typeof unsigned>;

/**
 * Takes a local client's unsigned activity, puts the relay's address in the place of its own, and hands it to the bot signed
 * as the sandbox's channel: the bot has no unsigned way in. What the bot answers goes back as it is.
 * @param noted hears of the activity and of where its client stands
 */
export const createTakeIn = (deps: {
  botClient: BotClient;
  addressFor(serviceUrl: string): string;
  noted(activity: LocalActivity): void;
}): Route => ({
  method: 'POST',
  path: '/playground/api/messages',
  maxBytes: MAX_BYTES,
  handle: async (call) => {
    const read = unsigned.safeParse(await call.json());
    if (!read.success)
      throw new Problem(400, 'BadSyntax', 'This is no activity: serviceUrl, conversation and from are needed.');
    const serviceUrl = loopbackUrl(read.data.serviceUrl);
    if (serviceUrl === undefined) {
      throw new Problem(400, 'BadArgument', 'The serviceUrl must be http on this machine (127.0.0.1 or localhost).');
    }
    deps.noted(read.data);
    const answer = await deps.botClient.post({ ...read.data, serviceUrl: deps.addressFor(serviceUrl) });
    if (answer.kind === 'unreachable') throw new Problem(502, 'BadGateway', 'The bot could not be reached.');
    if (answer.kind === 'late') throw new Problem(504, 'GatewayTimeout', 'The bot did not answer within 15 seconds.');
    return json(answer.status, answer.body);
  },
});

const PATIENCE_MS = 15 * SECOND;

/**
 * Repeats a Connector call of the bot at a local client, without the bot's token: that is ours alone.
 * @param pattern the route's path from /v3 on
 * @returns undefined when nobody listens there any more
 */
export const forward = async (serviceUrl: string, pattern: string, call: Call): Promise<Answer | undefined> => {
  const query = call.query.size === 0 ? '' : `?${call.query}`;
  const body = call.method === 'POST' || call.method === 'PUT' ? JSON.stringify(await call.json()) : undefined;
  const response = await fetch(`${serviceUrl}${fill(pattern, call.params)}${query}`, {
    method: call.method,
    redirect: 'manual',
    signal: AbortSignal.timeout(PATIENCE_MS),
    ...(body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } }),
  }).catch(whyNot);
  return response && json(response.status, parse(await response.text()));
};

const fill = (pattern: string, params: Call['params']): string =>
  pattern.replace(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ''));

/** A refused connection took nothing; after any other silence the client may have taken it. */
const whyNot = (error: unknown): undefined => {
  const { cause } = error as { cause?: { code?: string } };
  if (cause?.code === 'ECONNREFUSED') return undefined;
  throw new Problem(502, 'BadGateway', 'The local client did not answer.');
};

const parse = (text: string): unknown => {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return { error: { code: 'BadGateway', message: 'The local client gave an answer that is no JSON.' } };
  }
};
