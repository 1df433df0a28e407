import { VendorError } from '#cloud/errors/errors.ts';
import { STEWARD } from '#platform/audit/chain.ts';
import type { JobOutcome } from '#platform/jobs/jobs.ts';
import { MINUTE } from '#platform/lib/clock.ts';
import type { AppError } from '#platform/lib/errors.ts';
import type { Secret } from '#platform/lib/secret.ts';
import type { Change, Decision, Failure } from '../change.ts';
import { type Confirmation, failedBy } from '../change-kind.ts';
import { advance, type ChangesCore } from '../core.ts';
import type { Stopped } from '../decision/review.ts';
import { settingsOf } from '../notices/store.ts';

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

const CHECK_EVERY_MS = MINUTE;

/** In whose name a call is sent, and with what. */
export interface CallApprover {
  readonly person: Decision['person'];
  /** undefined where they have to sign in first. */
  readonly token: Secret | undefined;
}

/** @returns undefined where the call is sent with Steward's own identity */
export const callApprover = async (
  core: ChangesCore,
  change: Change,
  decisions: readonly Decision[],
): Promise<CallApprover | undefined> => {
  const person = approverOf(change, decisions);
  return person && { person, token: await core.personTokens?.find(change.id) };
};

/** It was to be sent in somebody's name, and Steward now sends everything with its own: that nobody approved. */
export const notSentByApprover = ({ name }: Decision['person']): Stopped => ({
  code: 'Change.NotSentByApprover',
  text: 'changes.failure.notSentByApprover',
  values: { who: name },
  rules: [],
});

/** Their token is missing, ends, or was refused: the change stays as it is, its card asks them to sign in, its time limit still counts. */
export const awaitSignIn = async (
  core: ChangesCore,
  change: Change,
  { objectId }: Decision['person'],
  { maybeSent, refused }: { readonly maybeSent: boolean; readonly refused?: AppError },
): Promise<JobOutcome> => {
  // Meanwhile a freeze or the policy may stop it, and a read may find that an earlier call arrived.
  const until = { again: core.clock.now() + CHECK_EVERY_MS };
  if (change.phase === 'sign-in') return until;
  const waits = await core.database.transaction(async (trx) => {
    const moved = await advance(core, trx, change, {
      patch: {
        state: change.state,
        phase: 'sign-in',
        maybe_sent: maybeSent ? 1 : 0,
        outcome_json: refused ? JSON.stringify(refusalOf(refused)) : null,
      },
      actor: STEWARD,
      event: 'told to sign in',
      detail: { approver: objectId, ...(refused ? { code: refusalOf(refused).code } : {}) },
    });
    if (!moved) return undefined;
    await core.personTokens?.forgetOf(trx, change.id);
    const language = (await settingsOf(trx, objectId)).language || 'en';
    const to = { person: objectId };
    const values = { ref: change.ref, asker: change.requester.name };
    await core.outbox.notify(trx, to, language, 'changes.signInAgain.notice', values);
    return moved;
  });
  return waits ? until : { again: core.clock.now() };
};

/** What the cloud said, for the person who signs in and for the end. */
const refusalOf = (error: AppError): Failure => {
  const { code, values } = failedBy(error).failure;
  return { code, text: 'changes.signInAgain.refused', values, rules: [], correlation: '' };
};

/** Whether the cloud takes their token no longer: the call was not carried out. For another directory no sign-in here helps. */
export const isTokenRefused = (error: AppError): boolean =>
  error instanceof VendorError && error.status === 401 && error.textKey !== 'vendor.error.otherDirectory';

/** What a refusal means where the cloud does not let this person do it: that is final, and says nothing of Steward's own rights. */
export const notTheirs = (error: AppError, { name }: Decision['person']): Confirmation | undefined => {
  if (!(error instanceof VendorError) || error.status !== 403) return undefined;
  const { code, values } = failedBy(error).failure;
  return {
    is: 'failed',
    failure: { code, text: 'changes.failure.approverMayNot', values: { ...values, who: name }, rules: [] },
  };
};
