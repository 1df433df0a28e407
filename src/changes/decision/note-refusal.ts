import type { ChangesCore } from '../core.ts';
import type { Deciding } from './decide.ts';
import type { DecisionResult } from './outcome.ts';

/** Attempts that somebody may want to know of later. */
const AUDITED: ReadonlySet<string> = new Set([
  'changes.refused.own',
  'changes.refused.notDecider',
  'changes.refused.notAskable',
]);

/** Notes who tried what is not theirs to decide; repeats are counted. */
export const noteRefusal = async (
  core: ChangesCore,
  deciding: Deciding,
  { change, refused }: DecisionResult,
): Promise<void> => {
  if (!change || !refused || !AUDITED.has(refused.text)) return;
  const { person, verdict, conversation = '' } = deciding;
  await core.audit.refused({
    ...{ about: change.id, actor: person.objectId, conversation },
    reason: refused.text,
    detail: { verdict },
  });
};
