import type { Change, Decision } from '../change.ts';
import type { ChangesCore } from '../core.ts';

type Deps = Pick<ChangesCore, 'personTokens' | 'kindOf'>;

/** Whether calls of this kind are sent in the name of whoever approved them (VENDOR_AUTH=user). */
export const isSentByApprover = ({ personTokens, kindOf }: Deps, kind: string): boolean =>
  personTokens !== undefined && kindOf(kind).sentByApprover === true;

/** In whose name the call is sent: of the person whose approval completed it; undefined for Steward's own. */
export const approverOf = (
  deps: Deps,
  { kind }: Pick<Change, 'kind'>,
  decisions: readonly Decision[],
): Decision['person'] | undefined =>
  isSentByApprover(deps, kind) ? decisions.findLast(({ verdict }) => verdict === 'approve')?.person : undefined;
