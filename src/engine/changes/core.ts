import type { VendorClient } from '#cloud/client.ts';
import type { CardButton } from '#engine/outbox/card-button.ts';
import type { Outbox } from '#engine/outbox/outbox.ts';
import type { Audit } from '#platform/audit/audit.ts';
import type { AuditEvent } from '#platform/audit/events.ts';
import type { Base } from '#platform/jobs/jobs.ts';
import type { Db, Trx } from '#platform/storage/database.ts';
import type { PolicyStore } from '#policy/file/policy-store.ts';
import type { Policy } from '#policy/policy.ts';
import type { FreshSignIns } from '#teams/fresh-sign-in/fresh-sign-ins.ts';
import type { PersonTokens } from '#teams/fresh-sign-in/person-tokens.ts';
import { changesBeside, postedCard, redrawCards, touchCards } from './card/posted-card.ts';
import { type Change, type ChangeState, isOpen, type Person } from './change.ts';
import type { ChangeContext, ChangeKind } from './change-kind.ts';
import { checkDraft } from './decision/check-draft.ts';
import { questionOf, receiverOf, stoppedBy } from './decision/review.ts';
import { findRule } from './decision/rules.ts';
import { freezeOf } from './freeze/store.ts';
import { endNotices, scheduleNotices } from './notices/schedule.ts';
import { type ChangePatch, findOpenChange, listDecisions, moveChange, openKeyOf } from './repository.ts';
import { sealOfProgress, withSeal } from './seal/seal.ts';

export interface ChangesDeps extends Pick<Base, 'database' | 'jobs' | 'clock' | 'ids' | 'log'> {
  readonly audit: Pick<Audit, 'append' | 'refused' | 'seal' | 'proven' | 'provenFreezes'>;
  readonly outbox: Outbox;
  readonly policy: PolicyStore;
  readonly vendor: VendorClient;
  /** Buttons of other features on cards. */
  readonly cardButtons: readonly CardButton[];
  /** What an incident's card says, for the cards of what is asked for it; absent where there are no alerts. */
  readonly incident?: ChangeContext['incident'];
  /** How people sign in to confirm a decision; absent where nobody can. */
  readonly signIns?: FreshSignIns | undefined;
  /** Tokens of those who approve; absent where everything is sent with Steward's own identity. */
  readonly personTokens?: PersonTokens | undefined;
}

/** What the parts of the engine share. */
export interface ChangesCore extends ChangesDeps {
  /** The kind of a change; a row of an undeclared kind is a programming error. */
  kindOf(name: string): ChangeKind;
  context(db: Db, correlation: string): ChangeContext;
}

export const createChangesCore = (deps: ChangesDeps, kinds: readonly ChangeKind[]): ChangesCore => {
  const byName = new Map<string, ChangeKind>(kinds.map((kind) => [kind.name, kind]));
  const kindOf: ChangesCore['kindOf'] = (name) => {
    const kind = byName.get(name);
    if (!kind) throw new Error(`no kind of change is called ${name}`);
    return kind;
  };
  return {
    ...deps,
    kindOf,
    context: (db, correlation) => ({
      db,
      vendor: deps.vendor,
      policy: deps.policy.current(),
      now: deps.clock.now(),
      correlation,
      incident: async (card, words) => deps.incident?.(card, words),
      openChange: (kind, key) => findOpenChange(db, openKeyOf(kind, key)),
      mayAsk: (kind, terms, objectId) => {
        const policy = deps.policy.current();
        const asked = kindOf(kind);
        // Cards ask this of many people; for most of them no rule fits, and the refusal is not shown.
        if (!findRule(policy, questionOf(policy, asked, terms, objectId))) return false;
        const draft = { terms, requester: { objectId } };
        return checkDraft(policy, asked, draft, deps.clock.now()).refused === undefined;
      },
      mayStillBeSent: async (change) => {
        const decisions = await listDecisions(db, change.id);
        if (await freezeOf({ ...deps, kindOf }, db, change)) return false;
        return stoppedBy(deps.policy.current(), kindOf(change.kind), change, decisions, deps.clock.now()) === undefined;
      },
    }),
  };
};

/** The language of a conversation, or the reader's own where the policy names none. */
export const languageOf = (policy: Policy, conversationId: string, reader: string): string =>
  policy.conversationById(conversationId)?.language ?? reader;

export interface Step {
  readonly patch: ChangePatch;
  readonly actor: string;
  readonly event: AuditEvent;
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** Advances a change in the caller's transaction: row, audit, cards and notifications. @returns undefined if another update came first */
export const advance = async (core: ChangesCore, trx: Trx, change: Change, step: Step): Promise<Change | undefined> => {
  const moved = await moveChange(trx, change, core.clock.now(), withSeal(core.audit, change, step.patch));
  if (!moved) return undefined;
  await touchCards(core.outbox, trx, moved);
  await touchRelated(core, trx, moved);
  if (moved.state !== change.state) await follow(core, trx, moved);
  const { actor, event, detail = {} } = step;
  if (!isOpen(moved.state) && moved.state !== change.state) {
    await core.personTokens?.forgetOf(trx, change.id);
    for (const ended of await endedWith(trx, moved)) await tellPeople(core, trx, ended, actor);
  }
  const row = sealOfProgress(core.audit, moved);
  await core.audit.append(trx, { target: change.id, actor, event, detail: { ...detail, row } });
  if (moved.state === 'waiting') await scheduleNotices(core, trx, moved, core.clock.now());
  else if (change.state === 'waiting' && (change.needs > 0 || isForOther(core, change))) {
    await endNotices(core, trx, change);
  }
  return moved;
};

/** The kind's own part in a step. @throws AppError where it refuses a request */
export const follow = async (core: ChangesCore, trx: Trx, change: Change): Promise<void> => {
  const { outbox, jobs, audit, policy, clock } = core;
  const step = { outbox, jobs, audit, policy: policy.current(), now: clock.now() };
  await core.kindOf(change.kind).follow?.(trx, change, step);
};

export const touchRelated = async (core: ChangesCore, trx: Trx, change: Change): Promise<void> => {
  for (const related of core.kindOf(change.kind).touches?.(change.terms) ?? []) {
    await redrawCards(core.outbox, trx, related);
  }
};

/** Whether somebody asked in another person's place. */
const isForOther = (core: ChangesCore, { kind, terms, requester }: Change): boolean =>
  receiverOf(core.kindOf(kind), terms, requester.objectId) !== undefined;

const IN_PROGRESS: ReadonlySet<ChangeState> = new Set(['approved', 'doing']);

/** The changes whose end people are told of with this one: a batch's together, once all of it has ended; not what was withdrawn before. */
const endedWith = async (trx: Trx, change: Change): Promise<readonly Change[]> => {
  if (change.batch === undefined) return [change];
  const all = await changesBeside(trx, change);
  if (all.some(({ state }) => IN_PROGRESS.has(state))) return [];
  return all.filter(({ id, state }) => id === change.id || (!isOpen(state) && state !== 'cancelled'));
};

/** Notifies the requester and the people concerned of the end in their personal chats; of a withdrawal only the other of the two. */
const tellPeople = async (core: ChangesCore, trx: Trx, change: Change, actor: string): Promise<void> => {
  const isTold = change.state === 'done' && core.kindOf(change.kind).isShownByRelated?.(change.terms);
  const isCancelled = change.state === 'cancelled';
  if (isTold || (isCancelled && !isForOther(core, change))) return;
  const isActor = ({ objectId }: Pick<Person, 'objectId'>): boolean => objectId.toLowerCase() === actor.toLowerCase();
  const posted = await postedCard(trx, change);
  for (const person of peopleOf(core, change).filter((one) => !isCancelled || !isActor(one))) {
    await core.outbox.deliver(trx, {
      ...posted,
      variant: 'personal',
      to: { person: person.objectId },
      language: person.language,
      // It can be corrected and sent again.
      needsAnswer: change.state === 'failed' && person.objectId === change.requester.objectId,
    });
  }
};

const peopleOf = (core: ChangesCore, change: Change): Pick<Person, 'objectId' | 'language'>[] => {
  const { requester } = change;
  const kind = core.kindOf(change.kind);
  const others = (kind.notifies ?? kind.concerns)(change.terms, core.policy.current()).filter(
    (objectId) => objectId.toLowerCase() !== requester.objectId.toLowerCase(),
  );
  return [requester, ...others.map((objectId) => ({ objectId, language: 'en' }))];
};
