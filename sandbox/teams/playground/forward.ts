import { SECOND } from '../../../src/platform/lib/clock.ts';
import { type Answer, type Call, json, Problem } from '../http/answer.ts';

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
