import type { HttpRequest, HttpResponse, Limits } from '#platform/http/message.ts';

interface Request {
  readonly operation: string;
  readonly method: HttpRequest['method'];
  /** Percent-encoded. */
  readonly path: string;
}

/** What a 429 pauses: the operation, or more where the answer says so; the gateway counts by subscription or tenant, each provider for itself. */
export const limitsOf = ({ operation, method, path }: Request): Limits => {
  const place = SUBSCRIPTION.exec(path)?.[1]?.toLowerCase() ?? TENANT;
  const provider = [...path.matchAll(PROVIDER)].at(-1)?.[1]?.toLowerCase() ?? '';
  const own = `${method} ${operation} ${place}`;
  const ofProvider = `${provider} ${place}`;
  const ofGateway = `${kinds[method] ?? 'writes'} ${place}`;
  return {
    all: [own, ofProvider, ofGateway],
    usedUp(answer) {
      const named = namedLimits(answer, place);
      const coded = named.length === 0 && GATEWAY.test(answer.text) ? [ofGateway] : named;
      return [own, ...coded, ...(saysWhole(answer, provider) ? [ofProvider] : [])];
    },
  };
};

/** Not a subscription's id. */
const TENANT = '';

const SUBSCRIPTION = /^\/+subscriptions\/([^/]+)/i;
/** The last one in a path: an operation at a resource names that resource's provider too. */
const PROVIDER = /\/providers\/([^/]+)/gi;

const kinds: Readonly<Partial<Record<HttpRequest['method'], string>>> = { GET: 'reads', DELETE: 'deletes' };

/** With 0 behind it, that limit of the gateway is used up. */
const LEFT = /^x-(?:ms|vendor)-ratelimit-remaining-(subscription|tenant)-(?:global-)?(reads|writes|deletes)$/;
const namedLimits = ({ headers }: HttpResponse, place: string): readonly string[] =>
  Object.entries(headers).flatMap(([name, left]) => {
    const [, of, kind] = (left.trim() === '0' && LEFT.exec(name)) || [];
    return kind === undefined ? [] : [`${kind} ${of === 'tenant' ? TENANT : place}`];
  });

/** The same by its code; where the sentence names an operation, only that one's limit is meant. */
const GATEWAY = /"(?:Subscription|Tenant)RequestsThrottled"(?![\s\S]{0,400}\band operation ')/i;

/** A limit that the provider keeps for the caller, not for what the request is about. */
const WHOLE = /^x-(?:ms|vendor)-ratelimit-([\w.]+?)-(?:tenant|client|clienttype)-retry-after$/;

const saysWhole = ({ headers }: HttpResponse, provider: string): boolean =>
  Object.keys(headers).some((name) => WHOLE.exec(name)?.[1] === provider);
