import type { TextValues } from '../../lib/errors.ts';
import type { TextKey, TextName } from '../../lib/text-key.ts';
import type { Trx } from '../../storage/database.ts';
import type { Change } from '../change.ts';
import type { ChangesCore } from '../core.ts';
import type { Deciding } from './decide.ts';
import { expire } from './expire.ts';

/** Why nothing happened, in a text. */
export interface DecisionRefusal {
  readonly text: TextKey;
  readonly values: TextValues;
}

/** What came of a press; the change is as it stands now, for the card. */
export type DecisionResult =
  | { readonly change: Change; readonly refused?: undefined }
  | { readonly change: Change | undefined; readonly refused: DecisionRefusal };

/** @param text below `changes.refused` */
export const refuse = (text: TextName<'changes.refused'>, values: TextValues = {}): DecisionRefusal => ({
  text: `changes.refused.${text}`,
  values,
});

/** Who ended it and when, where a person did. */
export const alreadyEnded = (
  change: Change,
  last: { person: { name: string }; at: number } | undefined,
): DecisionRefusal =>
  last && change.state !== 'expired'
    ? refuse('decided', { who: last.person.name, when: new Date(last.at), state: change.state })
    : refuse('ended', { state: change.state });

/** Only ever told through `comeTooLate`. */
export const tooLate = refuse('tooLate');

/**
 * Whoever comes after the deadline ends what waits, and is told that the time is over because of that: from what was read
 * alone nobody could know that no other decision wins after all.
 * @returns undefined when somebody else was faster
 */
export const comeTooLate = async (core: ChangesCore, trx: Trx, change: Change): Promise<DecisionResult | undefined> => {
  const expired = await expire(core, trx, change);
  return expired && { change: expired, refused: tooLate };
};

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
    ...{ target: change.id, actor: person.objectId, conversation },
    reason: refused.text,
    detail: { verdict },
  });
};
