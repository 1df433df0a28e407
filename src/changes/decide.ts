import type { Answers } from '../cards/form.ts';
import { iso } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import { clean } from '../lib/text.ts';
import type { Trx } from '../storage/database.ts';
import { approve } from './approve.ts';
import type { Change, Person } from './change.ts';
import { advance, type Core, questionOf } from './core.ts';
import { alreadyEnded, comeTooLate, type Outcome, type Refusal, refuse, tooLate } from './outcome.ts';
import { findChange, insertDecision, listDecisions } from './repository.ts';
import { currentRule, decidersOf } from './rules.ts';

export interface Deciding {
  readonly change: string;
  /** Version of the terms that the person saw. */
  readonly terms: number;
  readonly person: Person;
  readonly verdict: 'approve' | 'deny';
  readonly reason: string;
  /** What was made smaller on the card. */
  readonly narrowed: Answers;
}

/** More people than this deciding in one instant on one change would be a fault. */
const MAX_TRIES = 20;

/**
 * Decides by what is stored and who may now: not one's own, still waiting, the terms that were shown. One conditional
 * UPDATE; whoever loses a race is judged again by what then stands.
 */
export const decide = async (core: Core, deciding: Deciding): Promise<Outcome> => {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const outcome = await core.database.transaction((trx) => decideOnce(core, trx, deciding));
    if (!outcome) continue;
    core.outbox.wake();
    core.jobs.wake();
    return outcome;
  }
  throw new AppError({ code: 'Change.Busy', text: 'changes.refused.busy', retryable: true });
};

const decideOnce = async (core: Core, trx: Trx, deciding: Deciding): Promise<Outcome | undefined> => {
  const change = await findChange(trx, deciding.change);
  if (change && (await isSettled(trx, deciding))) return { change };
  const refused = await refusal(core, trx, change, deciding);
  if (refused && change && (await isOutdated(trx, change))) return undefined;
  if (refused === tooLate && change) return comeTooLate(core, trx, change);
  if (refused || !change) {
    const outcome = { change, refused: refused ?? refuse('unknown') };
    if (change && AUDITED.has(outcome.refused.text))
      await auditRefusal(core, trx, change, deciding, outcome.refused.text);
    return outcome;
  }
  const moved =
    deciding.verdict === 'deny' ? await deny(core, trx, change, deciding) : await accept(core, trx, change, deciding);
  if (!moved) return undefined;
  await insertDecision(trx, {
    change_id: change.id,
    person_id: deciding.person.objectId.toLowerCase(),
    person_name: deciding.person.name,
    verdict: deciding.verdict,
    reason: clean(deciding.reason),
    terms_version: change.termsVersion,
    at: iso(core.clock.now()),
  });
  return { change: moved };
};

/** On PostgreSQL each statement sees what was committed before it: the decisions may be newer than the row read before them. */
const isOutdated = async (trx: Trx, { id, state, version }: Change): Promise<boolean> =>
  state === 'waiting' && (await findChange(trx, id))?.version !== version;

/** The same click once more, as Teams delivers a slow one again under another activity id. */
const isSettled = async (trx: Trx, { change, person, verdict, terms }: Deciding): Promise<boolean> =>
  (await listDecisions(trx, change)).some(
    (made) =>
      made.person.objectId === person.objectId.toLowerCase() && made.verdict === verdict && made.termsVersion === terms,
  );

/** Attempts that somebody may want to know of later. */
const AUDITED: ReadonlySet<string> = new Set(['changes.refused.own', 'changes.refused.notDecider']);

const refusal = async (
  core: Core,
  trx: Trx,
  change: Change | undefined,
  deciding: Deciding,
): Promise<Refusal | undefined> => {
  if (!change) return refuse('unknown');
  const me = deciding.person.objectId.toLowerCase();
  const question = questionOf(core, change.kind, change.terms, change.requester.objectId);
  const own = [change.requester.objectId, ...question.concerns].some((id) => id.toLowerCase() === me);
  if (own) return refuse('own');
  const rule = currentRule(core.policy.current(), change.rule, question);
  if (!rule || !decidersOf(core.policy.current(), rule, question).some(({ objectId }) => objectId === me)) {
    return refuse('notDecider');
  }
  const decisions = await listDecisions(trx, change.id);
  if (change.state !== 'waiting') return alreadyEnded(change, decisions.at(-1));
  if (decisions.some(({ person }) => person.objectId === me)) return refuse('again');
  if (change.deadlineAt <= core.clock.now()) return tooLate;
  if (change.termsVersion !== deciding.terms) return refuse('termsChanged');
  if (deciding.verdict === 'deny' && clean(deciding.reason) === '') return refuse('reasonMissing');
  return undefined;
};

const auditRefusal = (core: Core, trx: Trx, change: Change, deciding: Deciding, why: string): Promise<void> =>
  core.audit.append(trx, {
    about: change.id,
    actor: deciding.person.objectId,
    event: 'refused',
    detail: { verdict: deciding.verdict, why },
  });

const deny = (core: Core, trx: Trx, change: Change, { person, reason }: Deciding): Promise<Change | undefined> =>
  advance(core, trx, change, {
    patch: { state: 'denied' },
    actor: person.objectId,
    event: 'denied',
    detail: { reason: clean(reason) },
  });

const accept = async (core: Core, trx: Trx, change: Change, deciding: Deciding): Promise<Change | undefined> => {
  const kind = core.kindOf(change.kind);
  const terms = kind.narrow?.apply(change.terms, deciding.narrowed, core.clock.now()) ?? change.terms;
  const narrower = JSON.stringify(terms) !== JSON.stringify(change.terms);
  const approvals = (await listDecisions(trx, change.id)).length + 1;
  const detail = { reason: clean(deciding.reason), approvals, needs: change.needs };
  const actor = deciding.person.objectId;
  if (approvals >= change.needs) return approve(core, trx, change, { actor, terms, detail });
  return advance(core, trx, change, {
    patch: {
      state: 'waiting',
      terms_json: JSON.stringify(terms),
      terms_version: change.termsVersion + (narrower ? 1 : 0),
    },
    actor,
    event: 'one of several approvals',
    detail: { ...detail, terms },
  });
};
