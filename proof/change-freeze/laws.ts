import { covers } from './plan.ts';

/** One entry of the audit, in the order of their transactions. */
export interface Entry {
  readonly target: string;
  readonly event: string;
  /** Directory object id of whoever did it. */
  readonly actor: string;
}

export interface FreezeRecord {
  readonly id: string;
  readonly place: string | undefined;
  /** By the proof's count: when its beginning was confirmed, and when its end was asked for. */
  readonly confirmed: number;
  readonly ending: number;
}

export interface Requested {
  readonly id: string;
  readonly ref: string;
  readonly place: string;
  readonly asker: string;
  readonly state: string;
  /** The code of its failure. */
  readonly code: string | undefined;
  readonly call: { readonly begun: number } | undefined;
}

/** Whom an administrator revoked, and what the answer named. */
export interface RevokedPerson {
  readonly person: string;
  /** The target of its entry: one person may be revoked twice. */
  readonly target: string;
  readonly underWay: readonly string[];
}

export interface Trace {
  readonly entries: readonly Entry[];
  readonly freezes: readonly FreezeRecord[];
  readonly requests: readonly Requested[];
  readonly revoked: readonly RevokedPerson[];
}

/** What must not come while a freeze lasts. */
const STOPPED: ReadonlySet<string> = new Set(['asked', 'approved', 'one of several approvals']);

/** From its entry to that of its end nothing is asked or approved that it stops. */
const duringFreezes = ({ entries, freezes, requests }: Trace): string[] =>
  freezes.flatMap(({ id, place }) => {
    const from = entries.findIndex(({ target, event }) => target === id && event === 'frozen');
    if (from < 0) return [`the audit has no beginning of the freeze of ${place ?? 'everything'}`];
    const over = entries.findIndex(({ target, event }) => target === id && event === 'unfrozen');
    return entries
      .slice(from, over < 0 ? entries.length : over)
      .filter(({ event }) => STOPPED.has(event))
      .flatMap(({ target, event }) => {
        const request = requests.find((one) => one.id === target);
        return request && covers(place, request.place)
          ? [`${request.ref} on ${request.place} was “${event}” while ${place ?? 'everything'} was frozen`]
          : [];
      });
  });

/** No call leaves that was begun after a freeze was confirmed and before its end was asked for. */
const callsDuringFreezes = ({ freezes, requests }: Trace): string[] =>
  freezes.flatMap(({ place, confirmed, ending }) =>
    requests.flatMap(({ ref, call, place: at }) =>
      call && covers(place, at) && call.begun > confirmed && call.begun < ending
        ? [`${ref} on ${at} was sent while ${place ?? 'everything'} was frozen`]
        : [],
    ),
  );

/** What a revocation found of a person is over, or it was on its way and the answer names it. */
const afterRevocations = ({ entries, requests, revoked }: Trace): string[] =>
  revoked.flatMap(({ person, target: own, underWay }) => {
    const at = entries.findIndex(({ target }) => target === own);
    const before = (id: string, event: string): boolean =>
      entries.slice(0, at).some((entry) => entry.target === id && entry.event === event);
    return requests
      .filter(({ asker, id }) => asker === person && before(id, 'asked'))
      .flatMap(({ id, ref, state, call }) => {
        const approvedLater = entries.slice(at).some(({ target, event }) => target === id && event === 'approved');
        if (approvedLater) return [`${ref} was approved after its requester was revoked`];
        const wasDone = before(id, 'done');
        return call && !wasDone && !underWay.includes(id) && state === 'done'
          ? [`${ref} was granted, and the revocation does not know of it`]
          : [];
      });
  });

/** An approval that a revocation found on what waited counts no more. */
const afterRevokedApprovals = ({ entries, requests, revoked }: Trace): string[] =>
  revoked.flatMap(({ person, target: own }) => {
    const at = entries.findIndex(({ target }) => target === own);
    return requests.flatMap(({ id, ref }) => {
      const before = entries.slice(0, at).filter(({ target }) => target === id);
      const last = before.findLast(
        ({ event, actor }) =>
          event === 'approval revoked' || (actor === person && event === 'one of several approvals'),
      );
      const waited = !before.some(({ event }) => event === 'approved' || event === 'denied');
      return waited && last?.event === 'one of several approvals' ? [`${ref} kept an approval that was revoked`] : [];
    });
  });

export const violationsOf = (trace: Trace): readonly string[] => [
  ...duringFreezes(trace),
  ...callsDuringFreezes(trace),
  ...afterRevocations(trace),
  ...afterRevokedApprovals(trace),
];

/** What a copy says must be what the store says: of a waiting request, whether it is frozen. */
export interface ShownCopy {
  readonly ref: string;
  readonly place: string;
  readonly state: string;
  readonly text: string;
}

export const falseCopies = (copies: readonly ShownCopy[], frozen: readonly (string | undefined)[]): readonly string[] =>
  copies.flatMap(({ ref, place, state, text }) => {
    const isFrozen = state === 'waiting' && frozen.some((one) => covers(one, place));
    return text.includes('Frozen: nobody can approve it now') === isFrozen
      ? []
      : [`a card of ${ref} on ${place}, ${state}, ${isFrozen ? 'hides' : 'invents'} a freeze`];
  });
