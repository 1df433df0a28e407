import type { ShareSynchronization } from '../../api/operations/data-share.ts';
import { oneLine } from '../../lib/text.ts';

/** How a synchronization stands; `other` is a word of the vendor's that says neither. */
export const outcomes = ['failed', 'running', 'waiting', 'completed', 'cancelled', 'other'] as const;
export type Outcome = (typeof outcomes)[number];

/** One synchronization as a face needs it; moments in milliseconds since 1970. */
export interface Run {
  readonly id: string;
  readonly outcome: Outcome;
  /** The vendor's own word. */
  readonly status: string;
  readonly mode: string | undefined;
  readonly startedAt: number | undefined;
  readonly endedAt: number | undefined;
  readonly durationMs: number | undefined;
  /** What the vendor says of it, above all why it failed. */
  readonly message: string;
  readonly consumer: { readonly name: string; readonly email: string; readonly tenant: string };
}

/** The document calls the status a raw string: words as they are known, and what an unknown one most likely means. */
const meanings: readonly { readonly outcome: Outcome; readonly words: RegExp }[] = [
  { outcome: 'failed', words: /fail|error|time.?out|abort|partial|reject|incomplete|unsuccess|not.?complete/i },
  { outcome: 'cancelled', words: /cancel/i },
  { outcome: 'waiting', words: /queue|pending|wait|not.?started|accepted/i },
  { outcome: 'running', words: /progress|running|started|processing/i },
  { outcome: 'completed', words: /complete|succe|done|finished/i },
];

const outcomeOf = (status: string): Outcome => meanings.find(({ words }) => words.test(status))?.outcome ?? 'other';

const LONGEST = { word: 40, message: 600, name: 80, id: 80 };

const momentOf = (text: string | undefined): number | undefined => (text === undefined ? undefined : Date.parse(text));

export const toRun = (told: ShareSynchronization): Run => {
  const [startedAt, endedAt] = [momentOf(told.startTime), momentOf(told.endTime)];
  const between = startedAt === undefined || endedAt === undefined ? undefined : Math.max(0, endedAt - startedAt);
  const line = (text: string | undefined, longest: number): string => oneLine(text ?? '', longest);
  return {
    id: line(told.synchronizationId, LONGEST.id),
    outcome: outcomeOf(told.status ?? ''),
    status: line(told.status, LONGEST.word),
    mode: told.synchronizationMode === undefined ? undefined : line(told.synchronizationMode, LONGEST.word),
    startedAt,
    endedAt,
    durationMs: told.durationMs ?? between,
    message: line(told.message, LONGEST.message),
    consumer: {
      name: line(told.consumerName, LONGEST.name),
      email: line(told.consumerEmail, LONGEST.name),
      tenant: line(told.consumerTenantName, LONGEST.name),
    },
  };
};

/** Whether it belongs to what is asked from a moment on: what never began goes by its end, and what waits is of now. */
export const isSince = ({ startedAt, endedAt }: Run, from: number): boolean => (startedAt ?? endedAt ?? from) >= from;

/** What waits first, then what began last. */
export const byNewest = (a: Run, b: Run): number =>
  (b.startedAt ?? Number.POSITIVE_INFINITY) - (a.startedAt ?? Number.POSITIVE_INFINITY) || a.id.localeCompare(b.id);

/** So many must have ended well before anything counts as usual. */
const FEW = 3;

/** How long those took that ended well, by mode, the middle one of each: to send everything anew takes longer than the changes. */
export const usualDurations = (runs: readonly Run[]): ReadonlyMap<string | undefined, number> => {
  const took = new Map<string | undefined, number[]>();
  for (const { outcome, durationMs, mode } of runs) {
    if (outcome === 'completed' && durationMs !== undefined) took.set(mode, [...(took.get(mode) ?? []), durationMs]);
  }
  return new Map(
    [...took]
      .filter(([, lengths]) => lengths.length >= FEW)
      .map(([mode, lengths]) => [mode, lengths.sort((a, b) => a - b)[Math.floor((lengths.length - 1) / 2)] ?? 0]),
  );
};
