import type { z } from 'zod';
import type { VendorClient } from '#cloud/client.ts';
import { VendorError } from '#cloud/errors/errors.ts';
import type { FrozenCall } from '#cloud/request/freeze.ts';
import type { Outbox } from '#engine/outbox/outbox.ts';
import type { IncidentSummary } from '#engine/outbox/renderer.ts';
import type { Audit } from '#platform/audit/audit.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { AppError } from '#platform/lib/errors.ts';
import type { Markdown } from '#platform/lib/text.ts';
import type { Db, Trx } from '#platform/storage/database.ts';
import type { TextKey, Words } from '#platform/texts/texts.ts';
import type { Policy } from '#policy/policy.ts';
import type { SectionProblem } from '#policy/section.ts';
import type { Answers, Field } from '#teams/cards/form.ts';
import type { Fact, Tone } from '#teams/cards/view.ts';
import type { Change, Failure, Person } from './change.ts';
import type { ChangeRule } from './decision/rules.ts';
import type { Later } from './execution/refusal.ts';

/** What policy rules match on, by name: the place, the role … */
export type Facets = Readonly<Record<string, string>>;

/** What an answer of the vendor, or a later read, says about a change. */
export type Confirmation = (
  | { readonly is: 'done' }
  /** A later read decides; `arrived` when the vendor has confirmed the call. `waitMs`: the vendor's pause before the next read. */
  | { readonly is: 'unsettled'; readonly arrived: boolean; readonly waitMs?: number }
  /** Refused for now, without an effect: the stored call is sent again, but not before `notBefore` (milliseconds since 1970). */
  | (Later & { readonly is: 'later'; readonly notBefore?: number })
  /** `arrived` when the vendor certainly ended our own call. */
  | { readonly is: 'failed'; readonly failure: Omit<Failure, 'correlation'>; readonly arrived?: boolean }
) & {
  /** Progress at the vendor: merged into the change's `seen`, and shown on its card. `tracking` is kept until the next read. */
  readonly seen?: Readonly<Record<string, unknown>>;
};

/** What the engine gives a declaration for lookups. */
export interface ChangeContext {
  readonly db: Db;
  readonly vendor: VendorClient;
  readonly policy: Policy;
  readonly now: number;
  readonly correlation: string;
  /** The open change of a kind with this key, if there is one. */
  openChange(kind: string, key: string): Promise<Change | undefined>;
  /** Whether the current policy accepts a request for this from a person (a directory object id). */
  mayAsk(kind: string, terms: unknown, objectId: string): boolean;
  /** Whether the current policy still allows this approved call: checked before a reconciliation repeats it. */
  mayStillBeSent(change: Change): Promise<boolean>;
  /** The incident of an alert's card, for this reader; undefined when it is stored no longer. */
  incident(card: string, words: Words): Promise<IncidentSummary | undefined>;
}

/** What a kind may use in the transaction of one step of a change. */
export interface StepContext {
  readonly policy: Policy;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly outbox: Pick<Outbox, 'deliver' | 'touch'>;
  readonly jobs: Pick<Jobs, 'schedule'>;
  readonly audit: Pick<Audit, 'append' | 'proven'>;
}

/** The terms that a decider may reduce, never extend. */
export interface Narrowing<T> {
  fields(terms: T, words: Words): readonly Field[];
  /** The smallest that a decider may make of them: what this goes beyond no answer mends. */
  least(terms: T): T;
  /** @throws AppError when an answer would widen the terms */
  apply(terms: T, answers: Answers, now: number): T;
}

/** Why terms are forbidden, in a text of the kind. */
export interface Forbidden {
  readonly text: TextKey;
  readonly values: Failure['values'];
}

/** Another change that the end of a change concerns: while it is open it ends for this reason; otherwise its cards are redrawn. */
export interface Concerned extends Forbidden {
  readonly change: string;
  readonly code: string;
}

interface Frozen<T> {
  readonly call: FrozenCall;
  readonly terms: T;
}

/** A button that shows a few questions on the card, or acts at once when it has neither these nor `send`. Only people who may press it see it. */
export interface ChangeButton {
  readonly title: string;
  readonly verb: string;
  readonly tone: 'default' | 'positive' | 'destructive';
  readonly fields: readonly Field[];
  /** The button below its questions; as the button itself when absent. Without questions it is pressed after that one. */
  readonly send?: { readonly title: string; readonly tone: ChangeButton['tone'] };
  /** Also for people who neither asked, nor decide, nor are concerned. */
  readonly anybody?: true;
  /** Seldom pressed so soon: it stands in the card's menu. */
  readonly inMenu?: true;
  /** Whether a press of this person, a directory object id, would be taken: by what the press itself asks. */
  may?(objectId: string): boolean;
}

/** The content of a change's card; the engine adds the state line, the reason and the decisions. */
export interface Description {
  readonly title: Markdown;
  /** The title for a notification. */
  readonly summary: string;
  /** What a row of a list shows beside the title, such as “2 days”. */
  readonly brief?: Markdown;
  readonly facts: readonly Fact[];
  /** The reason as typed; shown where Markdown is not interpreted. */
  readonly reason: string;
  /** Ids that few need: the card shows them behind Details. */
  readonly details?: Markdown;
  /** It was done and has ended: it can be requested again. */
  readonly isOver?: boolean;
  /** Replaces the default state line and colour, as "Eligible until …" or "Removed by …" do. */
  readonly headline?: { readonly text: Markdown; readonly tone: Tone };
  /** The next step. */
  readonly next?: Markdown;
  /** Links for people; nothing follows them automatically. */
  readonly links?: readonly { readonly title: string; readonly url: string }[];
  /** What only the receiver (a directory object id) reads, in their own view: the next step, and where it is taken. */
  readonly own?: {
    readonly person: string;
    readonly next: Markdown;
    readonly links: NonNullable<Description['links']>;
  };
  readonly buttons: readonly ChangeButton[];
  /** What the notice before its end says, in the receiver's chat, in the colour of a warning; absent where nothing of it ends soon. */
  readonly notice?: { readonly next: Markdown; readonly buttons: readonly ChangeButton[] };
  /** The same for the question whether it can end, after the incident for which it was asked. */
  readonly afterIncident?: NonNullable<Description['notice']>;
}

type ChangeName = TextKey extends infer Key ? (Key extends `${infer Name}.overline` ? Name : never) : never;

/** One kind of change at the vendor: only its particulars, the rest is the engine's. Its texts are under its name: `<name>.state.<state>`. */
export interface ChangeKind<T = unknown> {
  /** `<area>.<what>`, as `access.grant`; policy rules name it. It has a text `<name>.overline`. */
  readonly name: ChangeName;
  readonly terms: z.ZodType<T>;
  facets(terms: T): Facets;
  /** The key of the policy's place at which it changes something, for lists; its facet `place` by default. */
  place?(terms: T, policy: Policy): string | undefined;
  /** Every word that a rule may use for each facet, so that a misspelt rule is reported instead of skipped. */
  facetWords(policy: Policy): Readonly<Record<string, readonly string[]>>;
  /** Directory object ids of the people concerned, under the current policy; none of them may decide. */
  concerns(terms: T, policy: Policy): readonly string[];
  /** Whether it certainly concerns this person (a directory object id) alone; rules allow it by `ask: [self]`. */
  isFor(terms: T, objectId: string, policy: Policy): boolean;
  /** The person who gets it. Where somebody else asks, neither of the two decides, both see it, and both may withdraw it. */
  receiver?(terms: T): Pick<Person, 'objectId' | 'name'>;
  /** When what it gave ends by itself, in milliseconds since 1970. */
  endOf?(terms: T): number | undefined;
  /** The minimum number of approvals by facet and word, whatever the rules say. */
  fewestApprovals?(policy: Policy): Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** What the policy forbids in terms that a rule allows, on request, on approval and before sending. @returns undefined where nothing is */
  forbids?(terms: T, policy: Policy, now: number): Forbidden | undefined;
  /** Problems of a rule for this kind, on top of what every rule is checked for. @returns paths within the rule */
  ruleProblems?(rule: ChangeRule, policy: Policy): readonly SectionProblem[];
  /** With VENDOR_AUTH=user it is sent in the approver's name: the cloud itself checks that they may. */
  readonly sentByApprover?: true;
  /** It only takes something away: no freeze stops it. */
  readonly takesAway?: true;
  /** The vendor's ids of where it gives something, for freezes; by default its facet `place`. No scope counts as everywhere. */
  scopes?(terms: T): readonly string[];
  /** Its card is posted where the rule says, also without deciders. */
  readonly isAlwaysPosted?: true;
  /** Whether this person (a directory object id, lower case) may see it without having asked, deciding or being concerned. */
  maySee?(change: Change<T>, policy: Policy, objectId: string): boolean;
  /** Runs in the transaction of the request and of each change of state. @throws AppError where the request is refused */
  follow?(trx: Trx, change: Change<T>, step: StepContext): Promise<void>;
  /** The cards of the changes that it touches show its end: there is no other notification. */
  isShownByRelated?(terms: T): boolean;
  /** The people concerned who are notified of its end in their personal chat; all of them by default. */
  notifies?(terms: T, policy: Policy): readonly string[];
  /** The people concerned are known by e-mail address only: deciders without one are a problem of the policy. */
  readonly concernsByEmail?: true;
  /** Two changes with the same key cannot be open at once. */
  openKey(terms: T): string;
  /** Checked in the transaction of the request: false when its subject has ended. @throws AppError for a more specific message */
  isStillValid?(trx: Trx, terms: T, now: number): Promise<boolean>;
  /** Milliseconds since 1970 before which the vendor may refuse it for now: the time limit counts from then on. */
  takenFrom?(terms: T): number | undefined;
  /** Milliseconds since 1970 after which the change is pointless. */
  latest?(terms: T): number | undefined;
  readonly narrow?: Narrowing<T>;
  /** The complete call, stored before it is sent, with the final terms, in which times relative to the approval are absolute. */
  freeze(terms: T, intent: { readonly guid: string; readonly now: number }, vendor: VendorClient): Frozen<T>;
  /** Whether another change is in its way; asked before each attempt, and again as it is marked. @returns `wait`, or why it is pointless */
  mayGo?(change: Change<T>, context: ChangeContext): Promise<'wait' | Forbidden | undefined>;
  /** Reads the state before sending, to tell our own effect. @returns the new `seen` @throws AppError where it must not be sent */
  checkBefore?(change: Change<T>, context: ChangeContext): Promise<NonNullable<Confirmation['seen']>>;
  /** Another call of the same effect where the vendor takes the stored one only in another state; never stored, reads decide after it. */
  callInstead?(change: Change<T>, context: ChangeContext): Promise<FrozenCall | undefined>;
  /** @param answer the vendor's answer, validated by the operation's schema */
  readAnswer(answer: unknown): Confirmation;
  /** Whether the vendor's error ends the change, shows that it is done, or requires a read. */
  readError(error: VendorError, change: Change<T>): Confirmation;
  /** What a refusal does not say, such as a limit: a read that ends nothing. @returns values for the texts of the failure */
  explain?(change: Change<T>, failure: Pick<Failure, 'rules'>, context: ChangeContext): Promise<Failure['values']>;
  /** Reads the state at the vendor. It may repeat the stored call where nothing can be read, but not what goes at most once. */
  reconcile(change: Change<T>, context: ChangeContext): Promise<Confirmation>;
  describe(change: Change<T>, context: ChangeContext, words: Words): Promise<Description>;
  /** Runs in the transaction that stores `done`. @returns when the card's content changes next, in milliseconds since 1970 */
  onDone?(trx: Trx, change: Change<T>, now: number, jobs: Pick<Jobs, 'schedule'>): Promise<number | undefined>;
  /** Runs in the transaction that stores `done`, after `onDone`. */
  concerned?(trx: Trx, change: Change<T>, context: ChangeContext): Promise<readonly Concerned[]>;
  /** Other changes whose cards show this one and are redrawn with it. */
  touches?(terms: T): readonly string[];
  /** What it is to those: their history says so. */
  relation?(terms: T, now: number): Relation;
}

/** What a change is to one that it touches. */
export interface Relation {
  readonly is: 'extension' | 'removal';
  /** Until when the other one goes on by it, in milliseconds since 1970; absent where that has no end. */
  readonly until?: number;
}

/** Declares a kind; serves type inference only. Each kind is a file of its feature in src/features, as apps/remove-user.ts. */
export const defineChange = <T>(kind: ChangeKind<T>): ChangeKind<T> => kind;

/** A final failure, usually by the vendor, with its code, its rules and its text. */
export const failedBy = (error: AppError): Extract<Confirmation, { readonly is: 'failed' }> => {
  const values = Object.fromEntries(
    Object.entries(error.values).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  );
  const [code, rules] =
    error instanceof VendorError ? [error.vendorCode || error.code, error.failedRules] : [error.code, []];
  return { is: 'failed', failure: { code, text: error.textKey, values, rules: [...rules] } };
};

/** A name in the policy is gone or means something else now. @param name as people saw it */
export const forbiddenAsRenamed = (name: string): Forbidden => ({
  text: 'changes.failure.renamed',
  values: { name },
});
