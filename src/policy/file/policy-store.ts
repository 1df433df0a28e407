import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type Clock, SECOND } from '../../lib/clock.ts';
import type { Log } from '../../lib/logger.ts';
import type { Policy } from '../policy.ts';
import { PolicyInvalid, type PolicyProblem } from '../problems/problem.ts';
import type { PolicySection } from '../section.ts';
import { type FileReading, fileStamp, readPolicyFile } from './policy-file.ts';
import { type PolicyReading, readPolicy } from './read-policy.ts';

const LOOK_EVERY = 2 * SECOND;

type PolicyReload = { readonly ok: true } | { readonly ok: false; readonly problems: readonly PolicyProblem[] };

/** The policy in force, and the file behind it. */
export interface PolicyStore {
  /** Ask at each decision; never keep it. */
  current(): Policy;
  /** Reads the file now. With a problem the policy from before stays in force. */
  reload(): Promise<PolicyReload>;
  /** Told when another policy comes into force. */
  onChange(listener: (policy: Policy) => void): void;
  /** Told once for each broken state of the file. */
  onProblem(listener: (problems: readonly PolicyProblem[]) => void): void;
  /** Told of each state of the file that was read, whether it came into force or not. */
  onRead(listener: (read: PolicyRead) => void): void;
  /** SHA-256 of the text of the policy in force. */
  digest(): string;
  /** Looks at the file every 2 seconds and reads it once it has been quiet for one look. */
  start(): void;
  stop(): void;
}

interface PolicyStoreDeps {
  readonly file: string;
  readonly sections: readonly PolicySection<unknown>[];
  readonly clock: Clock;
  readonly log: Log;
  readonly tenantId: string;
}

/**
 * Reads the policy for the first time.
 * @throws PolicyInvalid with all problems of the file
 */
export const openPolicy = async (deps: PolicyStoreDeps): Promise<PolicyStore> => {
  const listeners = createListeners(deps.log);
  let readStamp = await fileStamp(deps.file);
  let written = await readPolicyFile(deps.file);
  let verdict = judge(written, deps);
  if (!verdict.ok) throw new PolicyInvalid(deps.file, verdict.problems);
  let { policy } = verdict;
  let digest = digestOf(written) ?? '';

  const apply = async (): Promise<PolicyReload> => {
    readStamp = await fileStamp(deps.file);
    const reading = await readPolicyFile(deps.file);
    if (isDeepStrictEqual(reading, written)) return withoutPolicy(verdict);
    verdict = judge(reading, deps);
    written = reading;
    const before = digest;
    const after = digestOf(reading);
    if (verdict.ok) {
      policy = verdict.policy;
      digest = after ?? '';
      listeners.changed(policy);
    } else {
      listeners.broken(verdict.problems);
    }
    listeners.read({ before, after, problems: verdict.ok ? [] : verdict.problems });
    return withoutPolicy(verdict);
  };

  let turn: Promise<unknown> = Promise.resolve();
  const reload = (): Promise<PolicyReload> => {
    const mine = turn.then(apply, apply);
    turn = mine;
    return mine;
  };

  const look = createFileWatcher({ stamp: () => fileStamp(deps.file), readStamp: () => readStamp, read: reload });

  let timer: NodeJS.Timeout | undefined;
  return {
    current: () => policy,
    reload,
    onChange: listeners.onChange,
    onProblem: listeners.onProblem,
    onRead: listeners.onRead,
    digest: () => digest,
    start() {
      timer ??= setInterval(() => {
        look().catch((error) => deps.log.error('policy.reload-failed', { error }));
      }, LOOK_EVERY).unref();
    },
    stop() {
      clearInterval(timer);
      timer = undefined;
    },
  };
};

const digestOf = (reading: FileReading): string | undefined =>
  reading.ok ? createHash('sha256').update(reading.text).digest('hex') : undefined;

/** From what stands in the file to a policy or its problems, with a line in the log. */
const judge = (written: FileReading, { file, sections, clock, log, tenantId }: PolicyStoreDeps): PolicyReading => {
  const started = clock.now();
  const verdict = written.ok ? readPolicy(written.text, sections, tenantId) : written;
  if (verdict.ok) {
    log.info('policy.in-force', { file: basename(file), ms: clock.now() - started });
    return verdict;
  }
  for (const { line, path } of verdict.problems) {
    log.warn('policy.problem', { file: basename(file), line, reason: path });
  }
  return verdict;
};

const withoutPolicy = (verdict: PolicyReading): PolicyReload => (verdict.ok ? { ok: true } : verdict);

/** What reading the file came to, by SHA-256 of its text. */
interface PolicyRead {
  /** Of the policy that was in force. */
  readonly before: string;
  /** Of what was read; undefined where there was nothing to read. */
  readonly after: string | undefined;
  /** None where it came into force. */
  readonly problems: readonly PolicyProblem[];
}

type Listener<T> = (news: T) => void;

/** Who wants to hear of the policy; one that fails keeps nobody else from hearing. */
const createListeners = (log: Log) => {
  const ofChange: Listener<Policy>[] = [];
  const ofProblem: Listener<readonly PolicyProblem[]>[] = [];
  const ofRead: Listener<PolicyRead>[] = [];

  const tell = <T>(listeners: readonly Listener<T>[], news: T): void => {
    for (const listener of listeners) {
      try {
        listener(news);
      } catch (error) {
        log.error('policy.listener-failed', { error });
      }
    }
  };

  return {
    onChange: (listener: Listener<Policy>): void => void ofChange.push(listener),
    onProblem: (listener: Listener<readonly PolicyProblem[]>): void => void ofProblem.push(listener),
    onRead: (listener: Listener<PolicyRead>): void => void ofRead.push(listener),
    read: (read: PolicyRead): void => tell(ofRead, read),
    changed: (policy: Policy): void => tell(ofChange, policy),
    broken: (problems: readonly PolicyProblem[]): void => tell(ofProblem, problems),
  };
};

interface FileWatcherDeps {
  /** What the file looks like now. */
  stamp(): Promise<string>;
  /** What it looked like when it was read last. */
  readStamp(): string;
  read(): Promise<unknown>;
}

/** One look at the file: it is read when two looks in a row found it the same, for at the first it may be half written. */
export const createFileWatcher = (deps: FileWatcherDeps): (() => Promise<void>) => {
  let seen = deps.readStamp();
  return async () => {
    const stamp = await deps.stamp();
    const quiet = stamp === seen;
    seen = stamp;
    if (quiet && stamp !== deps.readStamp()) await deps.read();
  };
};
