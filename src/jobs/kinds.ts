import { AppError } from '../lib/errors.ts';
import type { JobKind, JobOutcome } from './job.ts';
import type { JobRow } from './repository.ts';

/** The kinds of jobs that this process knows, each with its payload type closed over. */
export interface Kinds {
  define<P>(kind: JobKind<P>): void;
  /** @throws Error when the kind is unknown or the payload does not fit it */
  check(kind: string, payload: unknown): void;
  run(job: JobRow, now: number, stopping: () => boolean): Promise<JobOutcome>;
  maxAttempts(kind: string): number;
}

type KnownKind = Pick<Kinds, 'run'> & { readonly maxAttempts: number; check(payload: unknown): void };

/** Another process may be newer than this one and know the kind, so a job of an unknown kind waits a while. */
const UNKNOWN_KIND_ATTEMPTS = 10;

export const createKinds = (): Kinds => {
  const kinds = new Map<string, KnownKind>();
  return {
    define: (kind) => {
      if (kinds.has(kind.name)) throw new Error(`job kind ${kind.name} is defined twice`);
      kinds.set(kind.name, known(kind));
    },
    check: (name, payload) => {
      const kind = kinds.get(name);
      if (!kind) throw new Error(`job kind ${name} is not defined`);
      kind.check(payload);
    },
    run: async (job, now, stopping) => {
      const kind = kinds.get(job.kind);
      if (!kind) throw new AppError({ code: 'Jobs.UnknownKind', text: 'jobs.error.unknownKind', retryable: true });
      return kind.run(job, now, stopping);
    },
    maxAttempts: (name) => kinds.get(name)?.maxAttempts ?? UNKNOWN_KIND_ATTEMPTS,
  };
};

const known = <P>(kind: JobKind<P>): KnownKind => ({
  maxAttempts: kind.maxAttempts,
  check: (payload) => {
    kind.payload.parse(payload);
  },
  run: async (job, now, stopping) => {
    // The last try was counted when it began and never ended: the job took its process down with it.
    if (job.attempts > kind.maxAttempts) throw new AppError({ code: 'Jobs.Crashed', text: 'jobs.error.crashed' });
    return kind.handle(readPayload(kind, job), { id: job.id, attempt: job.attempts, now, stopping });
  },
});

/** What this version cannot read it will not read at the next try either. */
const readPayload = <P>(kind: JobKind<P>, job: JobRow): P => {
  const parsed = kind.payload.safeParse(JSON.parse(job.payload));
  if (parsed.success) return parsed.data;
  throw new AppError({ code: 'Jobs.BadPayload', text: 'jobs.error.badPayload' });
};
