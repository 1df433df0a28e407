import type { CardButton, CardSubject } from '#engine/outbox/card-button.ts';
import type { Trx } from '#platform/storage/database.ts';
import type { Words } from '#platform/texts/texts.ts';
import type { Field } from '#teams/cards/form.ts';
import type { LinkTo } from '#teams/connector/conversations/conversation.ts';
import { type Batch, findBatch } from './batch/batch.ts';
import { batchForm, batchRenderer } from './batch/batch-renderer.ts';
import { type BatchPress, type BatchResult, decideBatch } from './batch/decide-batch.ts';
import { type BatchDraft, type SubmittedBatch, submitBatch } from './batch/submit-batch.ts';
import { cardSubjectOf } from './card/button-views.ts';
import { changeRenderer, stateLine } from './card/card.ts';
import { changesOn, redrawIn, redrawJob, redrawWaiting } from './card/posted-card.ts';
import { maySee, rightsOf } from './card/rights.ts';
import type { Change, ChangeState, Decision, Person } from './change.ts';
import type { ChangeKind, Description } from './change-kind.ts';
import { type ChangesDeps, createChangesCore } from './core.ts';
import { accept } from './decision/accept.ts';
import { decisionContext, isAwaited, votingContext } from './decision/check-decision.ts';
import { renewSignIn, type SigningIn } from './decision/confirm.ts';
import { type Deciding, decide } from './decision/decide.ts';
import { cancel, deadlineJob, mayWithdraw } from './decision/end-undecided.ts';
import { type DecisionResult, noteRefusal } from './decision/outcome.ts';
import {
  type DecisionPreview,
  type DecisionTime,
  decisionTimes,
  type Previewed,
  previewOf,
} from './decision/preview.ts';
import { findRule, isDecidedIn, type RuleQuestion } from './decision/rules.ts';
import { performJob } from './execution/perform.ts';
import { createFreezes, type Freezes, freezeJob } from './freeze/freezes.ts';
import { type HistoryEntry, historyOf } from './history.ts';
import { type ChangeQuery, type ChangesPage, type Listed, listedBy, type Position, readPage } from './listing.ts';
import { claim } from './notices/claim.ts';
import { createOwnNotices, digestJob, type OwnNotices } from './notices/digest.ts';
import { digestRenderer, messageRenderer } from './notices/notice-cards.ts';
import { noticesJob } from './notices/notify.ts';
import { isDecider } from './notices/settings.ts';
import { noticeUndelivered } from './notices/unreachable-deciders.ts';
import {
  type ChangeFilter,
  decisionsIn,
  findChange,
  findChangeByRef,
  listChanges,
  listConcerning,
  listDecisions,
} from './repository.ts';
import { type Revoked, type Revoking, revoke } from './revoke.ts';
import { type Draft, type Submitted, submit } from './submit.ts';

/** The life of every change at the vendor. */
export interface Changes {
  submit(draft: Draft): Promise<Submitted>;
  decide(deciding: Deciding): Promise<DecisionResult>;
  /** By the requester, or the person in whose place they asked, while it waits. */
  cancel(change: string, person: Person, reason?: string): Promise<DecisionResult>;
  /** By the approver, so that it can be sent in their name. */
  renewSignIn(press: SigningIn): Promise<DecisionResult>;
  /** By the person in whose place somebody else asked. */
  accept(change: string, person: Person): Promise<DecisionResult>;
  /** What this person asked for, and what others asked for in their place; newest first. */
  requestsOf(objectId: string, states: readonly ChangeState[], limit: number): Promise<readonly Change[]>;
  /** Whether this person asked, or it was asked in their place: then they may withdraw it while it waits. */
  mayWithdraw(change: Change, objectId: string): boolean;
  /** Several requests at once, on one card. */
  submitBatch(draft: BatchDraft): Promise<SubmittedBatch>;
  /** Decides, accepts or withdraws some of a batch's requests, each on its own. */
  decideBatch(press: BatchPress): Promise<BatchResult>;
  findBatch(id: string): Promise<Batch | undefined>;
  /** The form of a batch that can be asked for again by this person, who asked for it. */
  batchForm(id: string, objectId: string, words: Words): Promise<Batch['form']>;
  /** The requests on a posted card, by its subject. */
  changesOn(subject: string): Promise<readonly Change[]>;
  /** Somebody who can decide says that they look at it. */
  claim(change: string, person: Person): Promise<DecisionResult>;
  /** How people choose to be notified. */
  readonly notices: OwnNotices;
  /** What administrators stop. */
  readonly freezes: Freezes;
  /** Ends, in the caller's transaction, what waits of a person and for them, and their approvals. */
  revoke(trx: Trx, revoking: Revoking): Promise<Revoked>;
  find(id: string): Promise<Change | undefined>;
  /** By its reference, such as R-7KQ2M. */
  findByRef(ref: string): Promise<Change | undefined>;
  /** The card's summary, for lists. */
  describe(change: Change, words: Words): Promise<Description>;
  decisions(id: string): Promise<Decision[]>;
  /** Everything that happened to it, in the order of time, for a person who may see it. */
  history(change: Change, objectId: string): Promise<readonly HistoryEntry[]>;
  /** The card's state line. */
  stateOf(change: Change, words: Words): Promise<NonNullable<Description['headline']>>;
  /** What an approval can reduce. */
  narrowable(change: Change, words: Words): readonly Field[];
  /** Whether this person's approval or denial would be accepted now. */
  mayVote(change: Change, objectId: string): Promise<boolean>;
  readonly cardButtons: readonly CardButton[];
  /** The buttons of other features for it. */
  subjectOf(change: Change, words: Words): Promise<CardSubject>;
  list(filter: ChangeFilter, limit: number): Promise<Change[]>;
  /** A page of the changes that this person may see, newest first. @param from where the page before ended */
  page(query: ChangeQuery, objectId: string, size: number, from?: Position): Promise<ChangesPage>;
  /** What it is about, in the policy's names. */
  listedAs(change: Change): Listed;
  /** What the policy's rules can say of a facet, such as the keys of all roles. */
  wordsOf(facet: string): readonly string[];
  /** Names of the people who can decide it now, by the current policy. */
  decidersOf(change: Change): Promise<readonly string[]>;
  /** The requests that wait for this person's approval, earliest deadline first. */
  waitingOn(objectId: string): Promise<Change[]>;
  /** Redraws its cards, in the caller's transaction. @returns the change as it is then */
  redraw(trx: Trx, id: string): Promise<Change | undefined>;
  /** The requester, the people concerned, and the deciders. */
  maySee(change: Change, objectId: string): boolean;
  /** Whether changes are decided in this conversation, with or without its thread. */
  isDecidedIn(conversationId: string): boolean;
  /** Redraws the cards of waiting requests, for a policy that changed while Steward was stopped. */
  policyChanged(): Promise<void>;
  /** Who would decide a request that is not sent yet, by the current policy. */
  preview(draft: Previewed): Promise<DecisionPreview | undefined>;
  /** The latest decided requests of a kind, with how long each waited. */
  decisionTimes(kind: string): Promise<readonly DecisionTime[]>;
  /** Whether any rule lets this person request this. */
  mayAsk(question: RuleQuestion): boolean;
}

/** More than any organisation will ever have waiting at once. */
const MAX_WAITING = 10_000;

/** Creates the engine for its kinds, and registers its cards with the outbox and its timers with the jobs. */
export const createChanges = (
  deps: ChangesDeps & { readonly linkTo: LinkTo },
  kinds: readonly ChangeKind[],
): Changes => {
  const core = createChangesCore(deps, kinds);
  const { db } = deps.database;
  deps.outbox.define(changeRenderer(core, deps.linkTo));
  deps.outbox.define(batchRenderer(core));
  deps.jobs.define(performJob(core));
  deps.jobs.define(deadlineJob(core));
  deps.jobs.define(redrawJob(core));
  deps.jobs.define(freezeJob(core));
  deps.jobs.define(noticesJob(core));
  deps.jobs.define(digestJob(core));
  for (const renderer of [messageRenderer(core), digestRenderer(core)]) deps.outbox.define(renderer);
  deps.outbox.onUndelivered((trx, row) => noticeUndelivered(core, trx, row));
  const policyChanged = (groups?: ReadonlySet<string>): Promise<void> =>
    redrawWaiting(core, groups).catch((error) => deps.log.warn('waiting cards not drawn again', { error }));
  deps.policy.onChange((_policy, groups) => void policyChanged(groups));

  const contextOf = async (change: Change) => votingContext(core, db, change, await listDecisions(db, change.id));

  const describe: Changes['describe'] = (change, words) =>
    core.kindOf(change.kind).describe(change, core.context(db, change.id), words);

  const maySeeChange: Changes['maySee'] = (change, objectId) =>
    maySee(core, decisionContext(core, change, []), objectId.toLowerCase());

  const judged = async (press: Parameters<typeof noteRefusal>[1], judging: Promise<DecisionResult>) => {
    const outcome = await judging;
    await noteRefusal(core, press, outcome);
    return outcome;
  };

  return {
    policyChanged: () => policyChanged(),
    submit: (draft) => submit(core, draft),
    decide: (deciding) => judged(deciding, decide(core, deciding)),
    cancel: (change, person, reason) => judged({ person, verdict: 'cancel' }, cancel(core, change, person, reason)),
    accept: (change, person) => judged({ person, verdict: 'accept' }, accept(core, change, person)),
    renewSignIn: (press) => judged({ ...press, verdict: 'signIn' }, renewSignIn(core, press)),
    mayWithdraw: (change, objectId) => mayWithdraw(core, change, objectId),
    requestsOf: async (objectId, states, limit) => {
      const [own, theirs] = [
        await listChanges(db, { requester: objectId, states }, limit),
        await listConcerning(db, objectId, states, limit),
      ];
      const forMe = theirs.filter((one) => one.requester.objectId !== objectId && mayWithdraw(core, one, objectId));
      return [...own, ...forMe].toSorted((a, b) => b.createdAt - a.createdAt).slice(0, limit);
    },
    submitBatch: (draft) => submitBatch(core, draft),
    decideBatch: (press) => decideBatch(core, press),
    findBatch: (id) => findBatch(db, id),
    batchForm: (id, objectId, words) => batchForm(core, id, objectId, words),
    changesOn: (subject) => changesOn(db, subject),
    claim: (change, person) => judged({ person, verdict: 'claim' }, claim(core, change, person)),
    notices: createOwnNotices(core),
    freezes: createFreezes(core),
    revoke: (trx, revoking) => revoke(core, trx, revoking),
    find: (id) => findChange(db, id),
    findByRef: (ref) => findChangeByRef(db, ref),
    stateOf: async (change, words) => {
      const { headline } = await describe(change, words);
      return headline ?? stateLine(await contextOf(change), words);
    },
    narrowable: ({ kind, terms }, words) => core.kindOf(kind).narrow?.fields(terms, words) ?? [],
    mayVote: async (change, objectId) => {
      const { approve, deny } = rightsOf(core, await contextOf(change), objectId);
      return approve || deny;
    },
    describe,
    decisions: (id) => listDecisions(db, id),
    history: (change, objectId) => historyOf(core, change, (one) => maySeeChange(one, objectId)),
    cardButtons: core.cardButtons,
    subjectOf: async (change, words) =>
      cardSubjectOf(change, await describe(change, words), await listDecisions(db, change.id)),
    list: (filter, limit) => listChanges(db, filter, limit),
    decidersOf: async (change) => (await contextOf(change)).review.current?.deciders.map(({ name }) => name) ?? [],
    waitingOn: async (objectId) => {
      const waiting = await listChanges(db, { states: ['waiting'] }, MAX_WAITING);
      const made = await decisionsIn(db, ['waiting']);
      return waiting
        .filter((change) => isAwaited(decisionContext(core, change, made.get(change.id) ?? []), objectId))
        .sort((a, b) => a.deadlineAt - b.deadlineAt || a.createdAt - b.createdAt);
    },
    page: (query, objectId, size, from) => {
      const reader = {
        objectId,
        ownOnly: !isDecider(core.policy.current(), objectId),
        maySee: (one: Change) => maySeeChange(one, objectId),
      };
      return readPage(db, query, reader, from, size);
    },
    listedAs: ({ kind, terms, state }) => ({
      ...listedBy(core.policy.current(), core.kindOf(kind), terms),
      until: state === 'done' ? core.kindOf(kind).endOf?.(terms) : undefined,
    }),
    wordsOf: (facet) => [...new Set(kinds.flatMap((kind) => kind.facetWords(core.policy.current())[facet] ?? []))],
    redraw: (trx, id) => redrawIn(core, trx, id),
    maySee: maySeeChange,
    isDecidedIn: (conversationId) => isDecidedIn(core.policy.current(), conversationId),
    preview: (draft) => previewOf(core, core.kindOf(draft.kind), draft),
    decisionTimes: (kind) => decisionTimes(db, kind),
    mayAsk: (question) => findRule(core.policy.current(), question) !== undefined,
  };
};
