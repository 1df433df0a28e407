import type { Log } from '../lib/logger.ts';
import type { Policy } from './policy.ts';
import type { PolicyProblem } from './problem.ts';

type Listener<T> = (news: T) => void;

/** Who wants to hear of the policy; one that fails keeps nobody else from hearing. */
export const createListeners = (log: Log) => {
  const ofChange: Listener<Policy>[] = [];
  const ofProblem: Listener<readonly PolicyProblem[]>[] = [];

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
    changed: (policy: Policy): void => tell(ofChange, policy),
    broken: (problems: readonly PolicyProblem[]): void => tell(ofProblem, problems),
  };
};
