import type { Base } from '#platform/jobs/jobs.ts';
import { MINUTE, steady } from '#platform/lib/clock.ts';
import { type AuditEntry, STEWARD } from './chain.ts';

/** A refused press, command or delivery. */
export interface Refused {
  /** The id of a change; for others a word, such as `gate`. */
  readonly target: string;
  /** Directory object id, or `steward` if the person is unknown. */
  readonly actor: string;
  /** The conversation; empty if unknown. */
  readonly conversation: string;
  /** A code or the key of a text. */
  readonly reason: string;
  readonly detail?: Readonly<Record<string, unknown>>;
}

interface RefusalsDeps extends Pick<Base, 'clock' | 'log'> {
  readonly record: (entry: AuditEntry) => Promise<void>;
}

interface Counted {
  readonly entry: AuditEntry;
  readonly until: number;
  more: number;
}

/** For this time, repeats with the same person, request, conversation and reason are one entry. */
const WINDOW_MS = 5 * MINUTE;
/** More different refusals than this in one window share an entry for each reason, but for the first one of each of so many people. */
const MOST = 200;
/** More of one person, wherever they are, share an entry for each reason. */
const MOST_OF_ONE = 20;

/** The first refusal is recorded at once; repeats are counted, so that nobody can bury important entries under them. */
export const createRefusals = ({ record, log, ...deps }: RefusalsDeps) => {
  const clock = steady(deps.clock);
  const counted = new Map<string, Counted>();
  let timer: NodeJS.Timeout | undefined;

  const write = async (entry: AuditEntry): Promise<void> => {
    try {
      await record(entry);
    } catch (error) {
      log.error('audit.refusal-unwritten', { reason: String(entry.detail?.['why']), error });
    }
  };

  const flush = async (before = Number.POSITIVE_INFINITY): Promise<void> => {
    for (const [key, { entry, until, more }] of counted) {
      if (until > before) continue;
      counted.delete(key);
      if (more > 0) await write({ ...entry, detail: { ...entry.detail, more } });
    }
  };

  /** The refusal itself within the limits: nobody takes others' names from the audit by filling the window. */
  const fitted = (refused: Refused): Refused => {
    const { actor, reason } = refused;
    if (counted.has(keyOf(refused))) return refused;
    const actors = [...counted.values()].map(({ entry }) => entry.actor);
    const own = actors.filter((one) => one === actor).length;
    if (own >= MOST_OF_ONE) return { target: STEWARD, actor, conversation: '', reason };
    const isOneMore = own === 0 && new Set(actors).size < MOST;
    return counted.size < MOST || isOneMore ? refused : withoutPerson(refused);
  };

  const note = async (refused: Refused): Promise<void> => {
    await flush(clock.now());
    const { target, actor, conversation, reason, detail } = fitted(refused);
    const key = keyOf({ target, actor, conversation, reason });
    const known = counted.get(key);
    if (known) {
      known.more += 1;
      return;
    }
    const entry: AuditEntry = { target, actor, event: 'refused', detail: { ...detail, why: reason, conversation } };
    counted.set(key, { entry, until: clock.now() + WINDOW_MS, more: 0 });
    await write(entry);
  };

  return {
    note,
    flush,
    start(): void {
      timer ??= setInterval(() => void flush(clock.now()), MINUTE).unref();
    },
    stop(): void {
      clearInterval(timer);
      timer = undefined;
    },
  };
};

const keyOf = ({ target, actor, conversation, reason }: Refused): string =>
  JSON.stringify([target, actor, conversation, reason]);

/** In a flood from many people only the reasons and their numbers are recorded. */
const withoutPerson = ({ reason }: Refused): Refused => ({ target: STEWARD, actor: STEWARD, conversation: '', reason });
