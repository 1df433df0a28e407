import { z } from 'zod';
import { DAY } from '#platform/lib/clock.ts';
import { asTextKey } from '#platform/texts/texts.ts';
import type { Answers } from '#teams/cards/form.ts';
import type { ChangeTable, DecisionTable } from './tables.ts';

/**
 * waiting → approved → doing → done, or denied, cancelled, expired, failed, unconfirmed. A change that needs no approval
 * starts at approved. `unconfirmed`: the answer was lost and no read has decided; a person must check.
 */
export const changeStates = [
  'waiting',
  'approved',
  'doing',
  'done',
  'denied',
  'cancelled',
  'expired',
  'failed',
  'unconfirmed',
] as const;
export type ChangeState = (typeof changeStates)[number];

const openStates: ReadonlySet<ChangeState> = new Set(['waiting', 'approved', 'doing']);
/**
 * The phase of the execution. `send`: the call is to be made. `sign-in`: the same, once the approver has signed in again.
 * `look`: reads decide whether it arrived. `arrived`: the vendor has it, so only the end of our own call counts.
 */
const changePhases = ['send', 'sign-in', 'look', 'arrived'] as const;
type ChangePhase = (typeof changePhases)[number];

export const isOpen = (state: ChangeState): boolean => openStates.has(state);

/** Whether nothing is sent before the approver has signed in again. */
export const isSignInAwaited = ({ state, phase }: Pick<Change, 'state' | 'phase'>): boolean =>
  isOpen(state) && phase === 'sign-in';

/** A person as named by the verified activity. */
export interface Person {
  readonly objectId: string;
  readonly name: string;
  readonly language: string;
}

/** Why a change was not completed, for rendering in each reader's language. */
const failure = z.object({
  code: z.string(),
  text: z.string().transform(asTextKey),
  values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  rules: z.array(z.string()),
  correlation: z.string(),
});
export type Failure = z.infer<typeof failure>;

const frozenCall = z.object({
  operation: z.string(),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  path: z.string(),
  query: z.string(),
  body: z.string().nullable(),
});

const moment = z.string().transform((text) => Date.parse(text));
/** A column with JSON. */
export const json = <T>(schema: z.ZodType<T>) => z.string().transform((text) => schema.parse(JSON.parse(text)));

const changeRow = z.object({
  id: z.string(),
  ref: z.string(),
  kind: z.string(),
  state: z.enum(changeStates),
  version: z.number(),
  terms_version: z.number(),
  requester_id: z.string(),
  requester_name: z.string(),
  requester_language: z.string(),
  terms_json: json(z.unknown()),
  form: z.string().nullable(),
  answers_json: json(z.record(z.string(), z.string())),
  rule: z.string(),
  needs: z.number(),
  source: z.string(),
  batch: z.string().nullable(),
  deadline_at: moment,
  escalated_at: moment.nullable(),
  finish_by: moment.nullable(),
  guid: z.string().nullable(),
  sent_by: z.string().nullable(),
  frozen_json: json(frozenCall).nullable(),
  attempts: z.number(),
  maybe_sent: z.number(),
  phase: z.enum(changePhases),
  seen_json: json(z.unknown()).nullable(),
  outcome_json: json(failure).nullable(),
  seal: z.string().nullable(),
  created_at: moment,
  ended_at: moment.nullable(),
});

/** A change for the engine and the cards; times in milliseconds. `terms` matches the kind's schema. */
export interface Change<T = unknown> {
  readonly id: string;
  readonly ref: string;
  readonly kind: string;
  readonly state: ChangeState;
  readonly version: number;
  readonly termsVersion: number;
  readonly requester: Person;
  readonly terms: T;
  readonly form: { readonly name: string; readonly answers: Answers } | undefined;
  readonly rule: string;
  readonly needs: number;
  readonly source: string;
  /** The batch that it was sent in, if it was sent with others. */
  readonly batch: string | undefined;
  readonly deadlineAt: number;
  /** Since when the people its rule escalates to may decide too. */
  readonly escalatedAt: number | undefined;
  readonly finishBy: number | undefined;
  readonly guid: string | undefined;
  /** Directory object id of the approver in whose name it is sent; undefined for Steward's own identity. */
  readonly sentBy: string | undefined;
  readonly frozen: z.infer<typeof frozenCall> | undefined;
  readonly attempts: number;
  readonly maybeSent: boolean;
  readonly phase: ChangePhase;
  /** Progress at the vendor, in the kind's own format; undefined before the first read. */
  readonly seen: unknown;
  readonly failure: Failure | undefined;
  /** Proves that the engine wrote the row; undefined where it has no seal. */
  readonly seal: string | undefined;
  readonly createdAt: number;
  readonly endedAt: number | undefined;
}

export const toChange = (row: ChangeTable): Change => {
  const read = changeRow.parse(row);
  return {
    id: read.id,
    ref: read.ref,
    kind: read.kind,
    state: read.state,
    version: read.version,
    termsVersion: read.terms_version,
    requester: { objectId: read.requester_id, name: read.requester_name, language: read.requester_language },
    terms: read.terms_json,
    form: read.form === null ? undefined : { name: read.form, answers: read.answers_json },
    rule: read.rule,
    needs: read.needs,
    source: read.source,
    batch: read.batch ?? undefined,
    deadlineAt: read.deadline_at,
    escalatedAt: read.escalated_at ?? undefined,
    finishBy: read.finish_by ?? undefined,
    guid: read.guid ?? undefined,
    sentBy: read.sent_by ?? undefined,
    frozen: read.frozen_json ?? undefined,
    attempts: read.attempts,
    maybeSent: read.maybe_sent === 1,
    phase: read.phase,
    seen: read.seen_json ?? undefined,
    failure: read.outcome_json ?? undefined,
    seal: read.seal ?? undefined,
    createdAt: read.created_at,
    endedAt: read.ended_at ?? undefined,
  };
};

export interface Decision {
  readonly person: { readonly objectId: string; readonly name: string };
  /** `accept`: by the person in whose place somebody else asked. `void`: an approval that an administrator revoked. */
  readonly verdict: 'approve' | 'deny' | 'cancel' | 'accept' | 'void';
  readonly reason: string;
  /** The terms version that was decided. */
  readonly termsVersion: number;
  readonly at: number;
  /** The seal of the request after the decision. */
  readonly shown?: string | undefined;
  /** Proves that this person made this decision about these terms. */
  readonly seal?: string | undefined;
}

const decisionRow = z.object({ verdict: z.enum(['approve', 'deny', 'cancel', 'accept', 'void']), at: moment });

export const toDecision = (row: DecisionTable): Decision => {
  const { verdict, at } = decisionRow.parse(row);
  const person = { objectId: row.person_id, name: row.person_name };
  const seals = { shown: row.shown ?? undefined, seal: row.seal ?? undefined };
  return { person, verdict, reason: row.reason, termsVersion: row.terms_version, at, ...seals };
};

/** The subject of a change's cards in the outbox. */
export const CHANGE = 'change';
export const subjectOf = (id: string): string => `${CHANGE}:${id}`;

/** Until when the engine reconciles an unconfirmed change, in milliseconds since 1970. */
export const reconcileUntil = ({ finishBy }: Pick<Change, 'finishBy'>): number => (finishBy ?? 0) + DAY;
