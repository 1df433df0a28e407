import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Base } from '#platform/jobs/jobs.ts';
import { SECOND } from '#platform/lib/clock.ts';
import type { Log } from '#platform/lib/logger.ts';
import type { Policy } from '#policy/policy.ts';
import { PolicyInvalid, type PolicyProblem } from '#policy/problems/problem.ts';
import type { PolicySection } from '#policy/section.ts';
import type { Directory } from '#teams/directory/directory.ts';
import { createGroupMembers, type PolicySource } from './group-members.ts';
import { type FileReading, fileStamp, isMountedAlone, readPolicyFile } from './policy-file.ts';
import { type PolicyReading, readPolicy } from './read-policy.ts';

const POLL_MS = 2 * SECOND;

type PolicyReload = { readonly ok: true } | { readonly ok: false; readonly problems: readonly PolicyProblem[] };

/** The policy in force, and its file. */
export interface PolicyStore extends PolicySource {
  /** With the directory's groups as they were read in the last minutes. Call it for each decision; never store the result. */
  current(): Policy;
  /** Reads those of these groups that are the directory's, for a right that is used now. @returns the policy with their members */
  readNow(names: readonly string[]): Promise<PolicySource>;
  /** Reads the file now. If it has a problem, the previous policy stays in force. */
  reload(): Promise<PolicyReload>;
  /** Called when another policy comes into force, and when others are in the directory's groups. @param listener gets the names of those groups */
  onChange(listener: (policy: Policy, groups?: ReadonlySet<string>) => void): void;
  /** Called after each read of a changed file, whether it came into force or not. */
  onRead(listener: (read: PolicyRead) => void): void;
  /** SHA-256 of the text of the policy in force. */
  digest(): string;
  /** What is wrong with the file as it was read last; while there is anything, the policy before it stays in force. */
  problems(): readonly PolicyProblem[];
  /** Polls the file every 2 seconds, and takes a change once it rests; reads the directory's groups at once and at intervals. */
  start(): Promise<void>;
  stop(): void;
}

interface PolicyStoreDeps extends Pick<Base, 'clock' | 'log'> {
  readonly file: string;
  readonly sections: readonly PolicySection<unknown>[];
  readonly tenantId: string;
  /** Where the directory's groups are read; absent where Steward knows no directory. */
  readonly directory?: Directory | undefined;
}

/** Reads the policy for the first time. @throws PolicyInvalid with all problems of the file */
export const openPolicy = async (deps: PolicyStoreDeps): Promise<PolicyStore> => {
  const listeners = createListeners(deps.log);
  let readStamp = await fileStamp(deps.file);
  let content = await readPolicyFile(deps.file);
  let reading = readAndLog(content, deps);
  if (!reading.ok) throw new PolicyInvalid(deps.file, reading.problems);
  if (await isMountedAlone(deps.file)) deps.log.warn('policy.mounted-alone', { file: basename(deps.file) });
  const members = createGroupMembers(reading, { ...deps, directory: deps.directory, changed: listeners.changed });
  let digest = digestOf(content) ?? '';

  const apply = async (): Promise<PolicyReload> => {
    readStamp = await fileStamp(deps.file);
    const newContent = await readPolicyFile(deps.file);
    if (isDeepStrictEqual(newContent, content)) return reloadOf(reading);
    reading = readAndLog(newContent, deps);
    content = newContent;
    const before = digest;
    const after = digestOf(content);
    if (reading.ok) {
      await members.replace(reading);
      digest = after ?? '';
      listeners.changed(members.current());
    }
    listeners.read({ before, after, problems: reading.ok ? [] : reading.problems });
    return reloadOf(reading);
  };

  let lastReload: Promise<unknown> = Promise.resolve();
  const reload = (): Promise<PolicyReload> => {
    const reloaded = lastReload.then(apply, apply);
    lastReload = reloaded;
    return reloaded;
  };

  const poll = createFileWatcher({ stamp: () => fileStamp(deps.file), readStamp: () => readStamp, read: reload });

  let timer: NodeJS.Timeout | undefined;
  return {
    current: members.current,
    readNow: members.readNow,
    reload,
    onChange: listeners.onChange,
    onRead: listeners.onRead,
    digest: () => digest,
    problems: () => (reading.ok ? [] : reading.problems),
    async start() {
      timer ??= setInterval(() => {
        poll().catch((error) => deps.log.error('policy.reload-failed', { error }));
      }, POLL_MS).unref();
      await members.start();
    },
    stop() {
      members.stop();
      clearInterval(timer);
      timer = undefined;
    },
  };
};

const digestOf = (content: FileReading): string | undefined =>
  content.ok ? createHash('sha256').update(content.text).digest('hex') : undefined;

/** The policy in the file, or its problems; both are logged. */
const readAndLog = (content: FileReading, { file, sections, clock, log, tenantId }: PolicyStoreDeps): PolicyReading => {
  const started = clock.now();
  const reading = content.ok ? readPolicy(content.text, sections, tenantId) : content;
  if (reading.ok) {
    log.info('policy.in-force', { file: basename(file), ms: clock.now() - started });
    return reading;
  }
  for (const { line, path } of reading.problems) {
    log.warn('policy.problem', { file: basename(file), line, reason: path });
  }
  return reading;
};

const reloadOf = (reading: PolicyReading): PolicyReload => (reading.ok ? { ok: true } : reading);

/** One reading of the file: the policies before and after it, by the SHA-256 of their texts. */
interface PolicyRead {
  /** The policy that was in force. */
  readonly before: string;
  /** The text that was read; undefined where the file could not be read. */
  readonly after: string | undefined;
  /** Empty if the new text came into force. */
  readonly problems: readonly PolicyProblem[];
}

type Listener<T extends readonly unknown[]> = (...event: T) => void;
type PolicyChange = readonly [policy: Policy, groups?: ReadonlySet<string>];

/** The listeners of the store; if one fails, the others are still called. */
const createListeners = (log: Log) => {
  const ofChange: Listener<PolicyChange>[] = [];
  const ofRead: Listener<readonly [PolicyRead]>[] = [];

  const notify = <T extends readonly unknown[]>(listeners: readonly Listener<T>[], ...event: T): void => {
    for (const listener of listeners) {
      try {
        listener(...event);
      } catch (error) {
        log.error('policy.listener-failed', { error });
      }
    }
  };

  return {
    onChange: (listener: Listener<PolicyChange>): void => void ofChange.push(listener),
    onRead: (listener: Listener<readonly [PolicyRead]>): void => void ofRead.push(listener),
    read: (read: PolicyRead): void => notify(ofRead, read),
    changed: (...change: PolicyChange): void => notify(ofChange, ...change),
  };
};

interface FileWatcherDeps {
  /** The stamp of the file now. */
  stamp(): Promise<string>;
  /** The stamp of the state that was read last. */
  readStamp(): string;
  read(): Promise<unknown>;
}

/** One poll of the file. A changed file is read once two polls find the same stamp: before that it may be half written. */
export const createFileWatcher = (deps: FileWatcherDeps): (() => Promise<void>) => {
  let lastStamp = deps.readStamp();
  return async () => {
    const stamp = await deps.stamp();
    const isStable = stamp === lastStamp;
    lastStamp = stamp;
    if (isStable && stamp !== deps.readStamp()) await deps.read();
  };
};
