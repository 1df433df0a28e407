import type { Change, Decision } from '../change.ts';
import type { ChangesCore } from '../core.ts';

/** Whether calls of this kind are sent in the approver's name from now on (VENDOR_AUTH=user). */
export const isSentByApprover = (
  { personTokens, kindOf }: Pick<ChangesCore, 'personTokens' | 'kindOf'>,
  kind: string,
): boolean => personTokens !== undefined && kindOf(kind).sentByApprover === true;

/** In whose name the call is sent, as it was settled at the approval; undefined for Steward's own identity. */
export const approverOf = (
  { sentBy }: Pick<Change, 'sentBy'>,
  decisions: readonly Decision[],
): Decision['person'] | undefined => {
  if (sentBy === undefined) return undefined;
  return decisions.find(({ person }) => person.objectId === sentBy)?.person ?? { objectId: sentBy, name: sentBy };
};
