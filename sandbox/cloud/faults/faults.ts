import { z } from 'zod';
import { operationIds } from '../operations/index.ts';
import { ruleNames } from '../story/roles.ts';

const milliseconds = z
  .number()
  .int()
  .min(0)
  .max(30 * 86_400_000);
const status = z.number().int().min(400).max(599);
/** `retryAfter` in seconds; `as`: the header, of which `limit` is a limit's own. */
const wait = {
  retryAfter: z.number().int().min(0).optional(),
  as: z.enum(['seconds', 'date', 'milliseconds', 'limit']).optional(),
};
/** What a throttle says is used up; by default the operation that it names, or else what the gateway counts. */
const width = z.enum(['operation', 'provider', 'gateway']).optional();
/** The addresses of the sign-in service: its pages, its tokens, and what it publishes about itself. */
export const signInAddresses = ['authorize', 'token', 'keys'] as const;
/** `operation`: an operation id, or an address of the sign-in service; absent: every operation of the vendor. `count`: how many times; absent: until cleared. */
const where = {
  operation: z.enum([...operationIds, ...signInAddresses]).optional(),
  count: z.number().int().min(1).optional(),
};

/** Faults without a measure, and faults that have a time. */
const plainKinds = [
  'reset-before',
  'reset-after',
  'adjacent-assignments',
  'at-scope-inherited',
  'free-removal',
  'no-rate-limit',
  'no-capacity-limit',
  'skip-token-expired',
  'nested-errors',
  'free-quota-used-up',
  'system-being-prepared',
  'undetected',
  'health-fields-everywhere',
  'app-token-profile',
  'acrs-missing',
  'token-revoked',
] as const;
const timedKinds = ['slow', 'pending', 'minimum-duration', 'list-lag', 'auth-time-old'] as const;

/** One fault of the sandbox (ASSUMPTIONS.md describes each). */
export const faultSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal(plainKinds), ...where }),
  z.strictObject({ kind: z.literal(timedKinds), ms: milliseconds, ...where }),
  z.strictObject({ kind: z.literal('throttle'), width, ...wait, ...where }),
  z.strictObject({ kind: z.literal('unavailable'), ...wait, ...where }),
  z.strictObject({
    kind: z.literal('refuse'),
    status: status.optional(),
    code: z.string(),
    message: z.string().optional(),
    ...where,
  }),
  z.strictObject({ kind: z.literal('rule'), rules: z.array(z.enum(ruleNames)).min(1), ...where }),
  z.strictObject({ kind: z.literal('reused-guid'), answer: z.enum(['conflict', 'success', 'exists']), ...where }),
  z.strictObject({ kind: z.literal('assignment-exists'), status: z.union([z.literal(400), z.literal(409)]), ...where }),
  z.strictObject({ kind: z.literal('health-date-zone'), hours: z.number().int().min(-12).max(14), ...where }),
  z.strictObject({ kind: z.literal('retired'), status: z.union([z.literal(404), z.literal(410)]), ...where }),
  z.strictObject({ kind: z.literal('app-rights'), status: z.literal(401), ...where }),
  z.strictObject({ kind: z.literal('provisioning'), state: z.enum(['Failed', 'Canceled', 'Pending']), ...where }),
]);

export type Fault = z.infer<typeof faultSchema>;
/** The operation that a fault applies to. */
export type FaultTarget = NonNullable<Fault['operation']>;
type FaultKind = Fault['kind'];
export type FaultOf<K extends FaultKind> = Fault & { readonly kind: K };

/** A request to the vendor before any check. */
export interface RecordedRequest {
  readonly method: string;
  /** As sent, still percent-encoded. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** The JSON body, or the text of another body; undefined without a body. */
  readonly body: unknown;
}

export interface Faults {
  /** Adds a fault to the active ones. */
  set(fault: Fault): void;
  /** Removes all faults and recorded requests. */
  clear(): void;
  /** The active faults with their remaining counts. */
  active(): readonly Fault[];
  /** The oldest fault of this kind for the operation; its count is reduced by one. */
  take<K extends FaultKind>(kind: K, operation: FaultTarget): FaultOf<K> | undefined;
  /** The requests since the last clear, the newest 5,000 at least. */
  seen(): readonly RecordedRequest[];
  record(request: RecordedRequest): void;
}

/** Limits the memory of a sandbox that runs for days. */
const MAX_SEEN = 10_000;

export const createFaults = (): Faults => {
  let on: readonly Fault[] = [];
  let requests: RecordedRequest[] = [];
  const use = (fault: Fault): Fault[] => {
    if (fault.count === undefined) return [fault];
    return fault.count > 1 ? [{ ...fault, count: fault.count - 1 }] : [];
  };
  return {
    set: (fault) => {
      on = [...on, fault];
    },
    clear: () => {
      on = [];
      requests = [];
    },
    active: () => on,
    take: <K extends FaultKind>(kind: K, operation: FaultTarget) => {
      const fits = (fault: Fault): fault is FaultOf<K> =>
        fault.kind === kind &&
        (fault.operation === undefined ? isMeant(kind, operation) : fault.operation === operation);
      const found = on.find(fits);
      if (found?.count !== undefined) on = on.flatMap((fault) => (fault === found ? use(fault) : [fault]));
      return found;
    },
    seen: () => [...requests],
    record: (request) => {
      requests.push(request);
      if (requests.length > MAX_SEEN) requests.splice(0, MAX_SEEN / 2);
    },
  };
};

/** What a fault without an operation affects: all but the sign-in service, unless it can happen nowhere else. */
const isMeant = (kind: FaultKind, operation: FaultTarget): boolean =>
  !signInAddresses.some((address) => address === operation) || SIGN_IN_KINDS.includes(kind);

const SIGN_IN_KINDS: readonly FaultKind[] = ['acrs-missing', 'auth-time-old'];
