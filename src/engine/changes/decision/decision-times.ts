import type { Db } from '#platform/storage/database.ts';
import type { ChangeState } from '../change.ts';
import { lastDecisions, listChanges } from '../repository.ts';

/** A request that people decided, and how long it waited for that. */
export interface DecisionTime {
  readonly terms: unknown;
  /** Milliseconds from the request to the decision. */
  readonly waited: number;
}

/** Those that a decision ended, or that went on after it: not what was withdrawn or ran out of time. */
const DECIDED: readonly ChangeState[] = ['approved', 'doing', 'done', 'unconfirmed', 'failed', 'denied'];

/** Requests that are looked at. */
const LATEST = 100;

/** The latest decided requests of a kind, newest first; without those that needed no decision. */
export const decisionTimes = async (db: Db, kind: string): Promise<readonly DecisionTime[]> => {
  const decided = await listChanges(db, { kinds: [kind], states: DECIDED }, LATEST);
  const last = await lastDecisions(
    db,
    decided.map(({ id }) => id),
  );
  return decided.flatMap(({ id, terms, createdAt }) => {
    const at = last.get(id);
    return at === undefined ? [] : [{ terms, waited: at - createdAt }];
  });
};
