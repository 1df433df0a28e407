import type { Caller } from '../identities.ts';
import { accessOf, type World } from '../operation.ts';
import type { Tokens } from '../sign-in/tokens.ts';
import { refusal, usedUp } from '../translation/query.ts';
import { contentType } from './exchange.ts';
import { createRateLimit, type VendorService } from './service.ts';

/** The subscription keys of the sandbox, which do not expire and are in `/__sandbox/info`. */
export const translatorKeys = {
  standing: 'sandbox-standing-key-translator',
  /** Of a trial subscription without free translations left. */
  usedUp: 'sandbox-standing-key-used-up',
  /** Valid, but for another of the vendor's services. */
  otherService: 'sandbox-standing-key-speech',
} as const;

const callers: ReadonlyMap<string, Caller> = new Map([
  [translatorKeys.standing, { key: 'translator', principalId: '', may: () => true }],
  [translatorKeys.usedUp, { key: 'translator-used-up', principalId: '', may: () => false }],
]);

/** The caller of a subscription key. */
const callerOfKey = (key: string): Caller | undefined => callers.get(key);

const isUsedUp = (caller: Caller): boolean => caller === callers.get(translatorKeys.usedUp);

const PATHS = /^\/+(translate|translator\/text\/v3\.0)(\/|$)/i;
const KEY_HEADER = 'ocp-apim-subscription-key';

/** The translator (docs/sources.md, Translator): a subscription key, or a bearer token in its place. */
export const createTranslatorService = (world: World, tokens: Tokens): VendorService => {
  const limit = createRateLimit(world.clock);
  return {
    serves: (path) => PATHS.test(path),

    async identify(request) {
      const key = request.headers[KEY_HEADER];
      if (key === translatorKeys.otherService)
        throw refusal(401015, 'The credentials provided are for another service.');
      const caller = typeof key === 'string' ? callerOfKey(key) : await tokens.identify(request.headers.authorization);
      if (caller) return caller;
      throw refusal(401000, 'The request is not authorized because credentials are missing or invalid.');
    },

    check({ operation }, query) {
      const version = [...query].find(([name]) => name.toLowerCase() === 'api-version')?.[1] ?? '';
      if (!operation.versions.includes(version))
        throw refusal(400021, 'The api-version parameter is missing or not valid.');
    },

    readBody(request, bodyText) {
      if (contentType(request) !== 'application/json')
        throw refusal(415000, 'The Content-Type header is missing or not valid.');
      try {
        return JSON.parse(bodyText);
      } catch {
        throw refusal(400074, 'The body of the request is not valid JSON.');
      }
    },

    count({ id, operation }, caller) {
      if (world.faults.take('no-rate-limit', id)) return {};
      const usage = limit.take(accessOf(operation), caller.key);
      if ('left' in usage) return {};
      const headers = { 'retry-after': String(usage.waitSeconds) };
      throw refusal(429001, 'The client has exceeded its request limits.', headers);
    },

    forbidden: (_route, caller) => (isUsedUp(caller) ? usedUp() : refusal(403000, 'The operation is not allowed.')),

    trace: () => ({ 'x-requestid': world.ids.guid() }),

    envelope: ({ status, code, message }) => ({
      error: { code: /^\d{6}$/.test(code) ? Number(code) : status * 1_000, message },
    }),
  };
};
