import type { ShareSynchronization } from '#cloud/operations/data-share.ts';
import { oneLine } from '#platform/lib/text.ts';

/** States of a synchronization; `other` is an unknown status of the vendor. */
export const syncStates = ['failed', 'running', 'waiting', 'completed', 'cancelled', 'other'] as const;
export type SyncState = (typeof syncStates)[number];

/** One synchronization as cards show it; times in milliseconds since 1970. */
export interface Synchronization {
  readonly id: string;
  readonly state: SyncState;
  /** The vendor's status. */
  readonly status: string;
  readonly mode: string | undefined;
  readonly startedAt: number | undefined;
  readonly endedAt: number | undefined;
  readonly durationMs: number | undefined;
  /** The vendor's message, above all the reason of a failure. */
  readonly message: string;
  readonly consumer: { readonly name: string; readonly email: string; readonly tenant: string };
}

/** The document defines the status as a plain string: known values, and patterns for likely ones. */
const statePatterns: readonly { readonly outcome: SyncState; readonly words: RegExp }[] = [
  { outcome: 'failed', words: /fail|error|time.?out|abort|partial|reject|incomplete|unsuccess|not.?complete/i },
  { outcome: 'cancelled', words: /cancel/i },
  { outcome: 'waiting', words: /queue|pending|wait|not.?started|accepted/i },
  { outcome: 'running', words: /progress|running|started|processing/i },
  { outcome: 'completed', words: /complete|succe|done|finished/i },
];

const stateOf = (status: string): SyncState =>
  statePatterns.find(({ words }) => words.test(status))?.outcome ?? 'other';

const LONGEST = { word: 40, message: 600, name: 80, id: 80 };

const momentOf = (text: string | undefined): number | undefined => (text === undefined ? undefined : Date.parse(text));

export const toSynchronization = (answer: ShareSynchronization): Synchronization => {
  const [startedAt, endedAt] = [momentOf(answer.startTime), momentOf(answer.endTime)];
  const between = startedAt === undefined || endedAt === undefined ? undefined : Math.max(0, endedAt - startedAt);
  const line = (text: string | undefined, longest: number): string => oneLine(text ?? '', longest);
  return {
    id: line(answer.synchronizationId, LONGEST.id),
    state: stateOf(answer.status ?? ''),
    status: line(answer.status, LONGEST.word),
    mode: answer.synchronizationMode === undefined ? undefined : line(answer.synchronizationMode, LONGEST.word),
    startedAt,
    endedAt,
    durationMs: answer.durationMs ?? between,
    message: line(answer.message, LONGEST.message),
    consumer: {
      name: line(answer.consumerName, LONGEST.name),
      email: line(answer.consumerEmail, LONGEST.name),
      tenant: line(answer.consumerTenantName, LONGEST.name),
    },
  };
};

/** Whether it is within a period. Without a start time the end counts; without both it is queued and belongs to now. */
export const isSince = ({ startedAt, endedAt }: Synchronization, from: number): boolean =>
  (startedAt ?? endedAt ?? from) >= from;

/** Queued ones first, then the latest start. */
export const byNewest = (a: Synchronization, b: Synchronization): number =>
  (b.startedAt ?? Number.POSITIVE_INFINITY) - (a.startedAt ?? Number.POSITIVE_INFINITY) || a.id.localeCompare(b.id);

/** Completed synchronizations needed for a usual duration. */
const FEWEST_COMPLETED = 3;

/** Median duration of completed synchronizations by mode: a full synchronization takes longer than an incremental one. */
export const usualDurations = (
  synchronizations: readonly Synchronization[],
): ReadonlyMap<string | undefined, number> => {
  const took = new Map<string | undefined, number[]>();
  for (const { state, durationMs, mode } of synchronizations) {
    if (state === 'completed' && durationMs !== undefined) took.set(mode, [...(took.get(mode) ?? []), durationMs]);
  }
  return new Map(
    [...took]
      .filter(([, lengths]) => lengths.length >= FEWEST_COMPLETED)
      .map(([mode, lengths]) => [mode, lengths.sort((a, b) => a - b)[Math.floor((lengths.length - 1) / 2)] ?? 0]),
  );
};
