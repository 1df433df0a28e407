import type { Db } from '#platform/storage/database.ts';
import type { Change, ChangeState } from '../change.ts';
import type { ChangesCore } from '../core.ts';
import { questionOf } from '../decision/review.ts';
import { isParty } from '../decision/rules.ts';
import { listChanges } from '../repository.ts';

/** More than any organisation will ever have open at once. */
const MOST_OPEN = 10_000;

/** The changes in these states; of one person by any of their accounts, and for them, where one is given. */
export const changesOf = async (
  { policy, kindOf }: Pick<ChangesCore, 'policy' | 'kindOf'>,
  db: Db,
  states: readonly ChangeState[],
  objectId?: string,
): Promise<readonly Change[]> => {
  const current = policy.current();
  const all = await listChanges(db, { states }, MOST_OPEN);
  if (objectId === undefined) return all;
  return all.filter(({ kind, terms, requester }) =>
    isParty(current, questionOf(current, kindOf(kind), terms, requester.objectId), objectId),
  );
};
