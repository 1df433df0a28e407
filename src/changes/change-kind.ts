import type { z } from 'zod';
import type { VendorClient } from '../api/client.ts';
import { VendorError } from '../api/errors/errors.ts';
import type { FrozenCall } from '../api/request/freeze.ts';
import type { Answers, Field } from '../cards/form.ts';
import type { Fact, Tone } from '../cards/view.ts';
import type { AppError } from '../lib/errors.ts';
import type { Markdown } from '../lib/text.ts';
import type { Policy } from '../policy/policy.ts';
import type { Db, Trx } from '../storage/database.ts';
import type { TextKey, Words } from '../texts/texts.ts';
import type { Change, Failure } from './change.ts';

/** What policy rules match on, by name: the place, the role … */
export type Facets = Readonly<Record<string, string>>;

/** What an answer of the vendor, or a look at what stands there, says about a change. */
export type Confirmation = (
  | { readonly is: 'done' }
  /**
   * Reading decides, later; `arrived` when the vendor has said that it has the call. `waitMs`: how long the vendor wants to
   * be left alone before the next look.
   */
  | { readonly is: 'unsettled'; readonly arrived: boolean; readonly waitMs?: number }
  /** `arrived` when it is surely our own call that the vendor ended so. */
  | { readonly is: 'failed'; readonly failure: Omit<Failure, 'correlation'>; readonly arrived?: boolean }
) & {
  /**
   * How far it has come at the vendor, as JSON: kept with the change as `seen`, over what was seen before, and drawn on its
   * card when it is news. `tracking`, where the next look goes, is kept until that look.
   */
  readonly seen?: Readonly<Record<string, unknown>>;
};

/** What the engine hands to a declaration when it has to look something up. */
export interface ChangeContext {
  readonly db: Db;
  readonly vendor: VendorClient;
  readonly policy: Policy;
  readonly now: number;
  readonly correlation: string;
  /** The open change of a kind with this key, if there is one. */
  openChange(kind: string, key: string): Promise<Change | undefined>;
  /** Whether the policy of now lets the call of this approved change go out: asked before a look repeats it. */
  mayGoOut(change: Change): Promise<boolean>;
}

/** What a decider may make smaller, and only smaller. */
export interface Narrowing<T> {
  fields(terms: T, words: Words): readonly Field[];
  /** @throws AppError when an answer would widen the terms */
  apply(terms: T, answers: Answers, now: number): T;
}

/** Why terms are not allowed, in a text of the kind's own. */
export interface Forbidden {
  readonly text: TextKey;
  readonly values: Failure['values'];
}

export interface Frozen<T> {
  readonly call: FrozenCall;
  readonly terms: T;
}

/** A button that opens a few questions on the card, or acts at once when it has none. */
export interface ChangeButton {
  readonly title: string;
  readonly verb: string;
  readonly tone: 'default' | 'positive' | 'destructive';
  readonly fields: readonly Field[];
}

/** What a change's card says about it; the state line, the reason and the decisions are the engine's. */
export interface Description {
  readonly title: Markdown;
  /** The same for a toast. */
  readonly summary: string;
  readonly facts: readonly Fact[];
  /** What a person typed as the reason; shown in a run that takes no Markdown. */
  readonly reason: string;
  /** Replaces the state's own line and colour, as "Eligible until …" or "Removed by …" do. */
  readonly headline?: { readonly text: Markdown; readonly tone: Tone };
  /** What to do now. */
  readonly next?: Markdown;
  /** Addresses that a person may open; nothing follows them by itself. */
  readonly links?: readonly { readonly title: string; readonly url: string }[];
  readonly buttons: readonly ChangeButton[];
}

type ChangeName = TextKey extends infer Key ? (Key extends `${infer Name}.kicker` ? Name : never) : never;

/**
 * One kind of change at the vendor. Who may ask, who decides, deadlines, crash safety, audit and every copy of the card
 * are the engine's; this says only what is particular. Texts of a kind stand under its own name: `<name>.state.<state>`.
 */
export interface ChangeKind<T = unknown> {
  /** `<area>.<what>`, as `access.grant`; policy rules name it. It has a text `<name>.kicker`. */
  readonly name: ChangeName;
  readonly terms: z.ZodType<T>;
  facets(terms: T): Facets;
  /** Every word that a rule may write for each facet, so that a misspelt rule is told and never passed over. */
  facetWords(policy: Policy): Readonly<Record<string, readonly string[]>>;
  /** Directory object ids of the people it is for, by the policy of now; none of them may decide. */
  concerns(terms: T, policy: Policy): readonly string[];
  /** Whether it is surely for this person (a directory object id) and for nobody else: what `ask: [self]` lets them ask for. */
  isFor(terms: T, objectId: string, policy: Policy): boolean;
  /** The fewest approvals by facet and word, where the policy says so whatever its rules say. */
  fewestApprovals?(policy: Policy): Readonly<Record<string, Readonly<Record<string, number>>>>;
  /**
   * What the policy forbids of these terms though a rule takes them: more than is allowed, or a name that means something else by
   * now. Asked when it is requested, when it is approved and before it goes out.
   * @returns a text and its values; undefined where nothing is forbidden
   */
  forbids?(terms: T, policy: Policy, now: number): Forbidden | undefined;
  /** Those of whom it concerns who hear of its end in their own chat; all of them when absent. */
  hears?(terms: T, policy: Policy): readonly string[];
  /** People are known to be concerned by their e-mail address only: a rule whose deciders have none is a problem of the policy. */
  readonly concernsByEmail?: true;
  /** The same key twice cannot be open at once. */
  openKey(terms: T): string;
  /**
   * Asked in the transaction that writes the request: false when what it is about is over by now.
   * @throws AppError where that is better said in words of its own
   */
  isStillValid?(trx: Trx, terms: T, now: number): Promise<boolean>;
  /** Milliseconds since 1970 after which it makes no sense any more. */
  latest?(terms: T): number | undefined;
  readonly narrow?: Narrowing<T>;
  /**
   * The call to the vendor, complete: stored before it is sent, and sent as it was stored; with the terms as they now
   * stand fast, what was relative to the approval made absolute.
   */
  freeze(terms: T, intent: { readonly guid: string; readonly now: number }, vendor: VendorClient): Frozen<T>;
  /**
   * Looks before the call goes out, where what stands there then is needed to tell our own effect from somebody else's.
   * @returns what is to be kept as `seen`
   * @throws AppError where it may not go out any more: it has failed then, unless an earlier try may have arrived
   */
  checkBefore?(change: Change<T>, context: ChangeContext): Promise<NonNullable<Confirmation['seen']>>;
  /** @param answer what the operation's schema made of the vendor's answer */
  readAnswer(answer: unknown): Confirmation;
  /** The vendor said no: is that the end, is it done already, or must we look? */
  readError(error: VendorError, change: Change<T>): Confirmation;
  /**
   * Looks at what stands at the vendor; `unsettled` while nothing is to be seen. In phase `arrived` nothing else can refuse it.
   * Where there is nothing to read, the stored call itself may be repeated, within `finishBy` and not in phase `send`; never
   * one that may reach the vendor once only (once.ts).
   */
  reconcile(change: Change<T>, context: ChangeContext): Promise<Confirmation>;
  describe(change: Change<T>, context: ChangeContext, words: Words): Promise<Description>;
  /**
   * Runs in the transaction that writes `done`.
   * @returns when the card will have to say something else, in milliseconds since 1970
   */
  onDone?(trx: Trx, change: Change<T>, now: number): Promise<number | undefined>;
  /** Other changes whose cards tell about this one, and so must be drawn again with it. */
  touches?(terms: T): readonly string[];
}

/**
 * Declares a kind; it only lets the type be inferred. The kinds and their files in src/features: `access.grant` (access/grant.ts),
 * `access.remove` (access/removal.ts), `subscriptions.create` (subscriptions/create.ts), `subscriptions.accept`
 * (subscriptions/accept.ts), `containers.deploy` (containers/deploy.ts), `apps.removeUser` (apps/remove-user.ts).
 */
export const defineChange = <T>(kind: ChangeKind<T>): ChangeKind<T> => kind;

/** A final no, of the vendor as a rule, kept with its code, its rules and the words for people. */
export const failedBy = (error: AppError): Confirmation => {
  const values = Object.fromEntries(
    Object.entries(error.values).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  );
  const [code, rules] =
    error instanceof VendorError ? [error.vendorCode || error.code, error.failedRules] : [error.code, []];
  return { is: 'failed', failure: { code, text: error.textKey, values, rules: [...rules] } };
};

/** A name of the policy is gone, or means something else than what was asked for. @param name as people saw it */
export const forbiddenAsRenamed = (name: string): Forbidden => ({
  text: 'changes.failure.renamed',
  values: { name },
});
