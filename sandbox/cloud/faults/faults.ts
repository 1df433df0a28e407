import { type Fault, type FaultKind, type FaultOf, type FaultTarget, signInAddresses } from './fault.ts';

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
