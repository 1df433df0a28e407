import type { Log } from '../../lib/logger.ts';
import type { Policy } from '../policy.ts';
import type { PolicyProblem } from '../problems/problem.ts';

/** What reading the file came to, by SHA-256 of its text. */
export interface PolicyRead {
  /** Of the policy that was in force. */
  readonly before: string;
  /** Of what was read; undefined where there was nothing to read. */
  readonly after: string | undefined;
  /** None where it came into force. */
  readonly problems: readonly PolicyProblem[];
}

type Listener<T> = (news: T) => void;

/** Who wants to hear of the policy; one that fails keeps nobody else from hearing. */
export const createListeners = (log: Log) => {
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
