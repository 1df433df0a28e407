import type { Change } from '#engine/changes/change.ts';
import { type ChangeContext, type Description, defineChange, type StepContext } from '#engine/changes/change-kind.ts';
import { changesPolicy } from '#engine/changes/decision/rules.ts';
import { settingsOf } from '#engine/changes/notices/store.ts';
import { findChange } from '#engine/changes/repository.ts';
import { STEWARD } from '#platform/audit/chain.ts';
import { AppError } from '#platform/lib/errors.ts';
import { dotted, escapeMarkdown, joinMarkdown, type Markdown, oneLine } from '#platform/lib/text.ts';
import type { Db, Trx } from '#platform/storage/database.ts';
import { listed, type Words } from '#platform/texts/texts.ts';
import { untilMoment } from '#teams/cards/view.ts';
import { describeGrant } from '../describe-grant.ts';
import { forbiddenGrant, grant } from '../grant.ts';
import { breakGlassOf } from '../policy.ts';
import { BREAK_GLASS } from '../requestable.ts';
import { type GrantTerms, grantTerms, windowOf } from '../terms.ts';
import { notifySkipped, withWays } from './notify-skipped.ts';
import { breakGlassProblems } from './policy.ts';
import { mayReview, reviewersOf, reviewFirst, skippedApprovers, unreviewedUse, usesOf } from './review.ts';
import { scheduleReview } from './review-job.ts';
import { findUse, insertUse, openReview, reviewSubject, type Use, voidUse } from './store.ts';

/** The card of a grant with what is special about it: first of all, that it has no approval. */
export const describeUse = async (
  change: Change<GrantTerms>,
  context: ChangeContext,
  words: Words,
): Promise<Description> => {
  const { isOver: _once, headline, ...described } = await describeGrant(change, context, words);
  const use = await findUse(context.db, change.id);
  const { role, place, person } = change.terms;
  const named = { role: role.title, place: place.title, who: person.name };
  const facts = use ? [...described.facts, ...useFacts(use, context, words)] : described.facts;
  return {
    ...described,
    facts,
    summary: words.plain('access.breakGlass.summary', named),
    ...(headline
      ? {
          headline: {
            text: dotted(words.markdown('access.breakGlass.badge'), headline.text),
            tone: headline.tone === 'good' ? 'warning' : headline.tone,
          },
        }
      : {}),
  };
};

/** Who was skipped, and how far the review is. */
export const useFacts = (use: Use, { policy, now }: Pick<ChangeContext, 'policy' | 'now'>, words: Words) => [
  {
    title: words.plain('access.breakGlass.label.approval'),
    value: words.markdown('access.breakGlass.noApproval', {
      count: use.skipped.length,
      people: listed(
        use.skipped.map(({ name }) => name),
        words,
      ),
      told: use.state !== 'used' && use.state !== 'void',
    }),
  },
  ...(use.state === 'void' || use.state === 'used'
    ? []
    : [{ title: words.plain('access.breakGlass.label.review'), value: reviewText(use, { policy, now }, words) }]),
];

const reviewText = (
  { state, review, dueAt, overdueAt, person }: Use,
  { policy, now }: Pick<ChangeContext, 'policy' | 'now'>,
  words: Words,
): Markdown => {
  if (review) {
    const text = words.markdown(`access.breakGlass.reviewed.${state === 'justified' ? 'justified' : 'notJustified'}`, {
      by: review.by.name,
    });
    return review.reason === '' ? text : (`${text}: ${escapeMarkdown(review.reason)}` as Markdown);
  }
  const reviewers = reviewersOf(policy, person).map(({ name }) => name);
  const due = words.markdown(`access.breakGlass.review.${overdueAt === undefined ? 'due' : 'overdue'}`);
  const by = words.markdown('access.breakGlass.review.by', { people: listed(reviewers, words, 'disjunction') });
  return joinMarkdown([due, untilMoment(dueAt, now), by], ' ');
};

/** The fewest characters of a reason, whatever the policy says. */
export const SHORTEST_REASON = 10;

/** It begins at once, and has a reason. */
const terms = grantTerms.refine(({ reason, start }) => oneLine(reason).length >= SHORTEST_REASON && start === null);

const { fewestApprovals: _skipped, narrow: _noDecider, ...granting } = grant;

/** A role in an emergency: as a grant, but at once and for a short time, without approvals, and reviewed afterwards. */
export const breakGlass = defineChange<GrantTerms>({
  ...granting,
  name: BREAK_GLASS,
  terms,
  isAlwaysPosted: true,
  ruleProblems: breakGlassProblems,
  maySee: ({ terms, requester }, policy, objectId) =>
    mayReview(policy, { person: requester.objectId }, objectId) ||
    skippedApprovers(policy, terms, requester.objectId).some((person) => person.objectId === objectId),

  forbids(wanted, policy, now) {
    const limits = breakGlassOf(policy);
    if (!limits) return { text: 'access.breakGlass.off', values: {} };
    const { start, end } = wanted.window ?? windowOf(wanted, now);
    if (end === null || end - start > limits.max) return { text: 'access.breakGlass.tooLong', values: {} };
    return forbiddenGrant(wanted, policy, now);
  },

  async follow(trx, change, step) {
    if (change.state === 'waiting') await begin(trx, change, step);
    if (change.state === 'done' || change.state === 'unconfirmed') await becomeDue(trx, change, step);
    if (change.state === 'failed') {
      const ended = await voidUse(trx, change.id);
      if (ended) await step.outbox.touch(trx, reviewSubject(change.id), ended.version);
    }
  },

  describe: describeUse,
});

/** @throws AppError while an earlier use is not reviewed, and where nobody could review this one */
const begin = async (trx: Trx, change: Change<GrantTerms>, { policy, now, audit }: StepContext): Promise<void> => {
  const person = change.requester.objectId;
  if (reviewersOf(policy, person).length === 0) {
    throw new AppError({ code: 'Policy.NobodyReviews', text: 'access.breakGlass.nobodyReviews' });
  }
  await refuseSecond(audit, trx, policy, person);
  const skipped = await withWays(trx, skippedApprovers(policy, change.terms, person));
  const dueAt = now + within(policy);
  const isFirst = await insertUse(
    trx,
    { change: change.id, person, skipped, usedAt: now, dueAt },
    policy.identityOf(person),
  );
  // Another process stored a use of the same person since the read above.
  if (!isFirst) await refuseSecond(audit, trx, policy, person);
  if (!isFirst) throw reviewFirst(policy, person, '');
  const { id } = change;
  await audit.append(trx, { target: usesOf(person), actor: person, event: 'break-glass used', detail: { change: id } });
};

/** @throws AppError with who can review the first use */
export const refuseSecond = async (
  audit: Pick<StepContext['audit'], 'proven'>,
  db: Db,
  policy: StepContext['policy'],
  person: string,
): Promise<void> => {
  const open = await unreviewedUse(audit, db, policy, person);
  if (open !== undefined) throw reviewFirst(policy, person, (await findChange(db, open))?.ref ?? '');
};

const within = (policy: StepContext['policy']): number => breakGlassOf(policy)?.review.within ?? 0;

/** It was granted, or may have been: everybody who was skipped is told, and the review is due. */
const becomeDue = async (trx: Trx, change: Change<GrantTerms>, step: StepContext): Promise<void> => {
  const { policy, now, outbox, jobs, audit } = step;
  const use = await openReview(trx, change.id, now + within(policy));
  if (!use) return;
  const card = policy.conversation(changesPolicy(policy).rules.find(({ name }) => name === change.rule)?.card ?? '');
  await notifySkipped(trx, use, change, { outbox, audit, language: card?.language ?? 'en' });
  const review = {
    subject: reviewSubject(change.id),
    variant: 'review',
    version: use.version,
    priority: 'critical',
  } as const;
  const reviewers = reviewersOf(policy, use.person);
  for (const { objectId } of reviewers) {
    const { language } = await settingsOf(trx, objectId);
    await outbox.deliver(trx, {
      ...{ ...review, to: { person: objectId }, needsAnswer: true },
      language: language || card?.language || 'en',
    });
  }
  if (card) await outbox.deliver(trx, { ...review, to: { conversation: card.id }, language: card.language });
  await scheduleReview(jobs, trx, change.id, now);
  const people = reviewers.map(({ objectId }) => objectId);
  await audit.append(trx, { target: change.id, actor: STEWARD, event: 'review due', detail: { reviewers: people } });
};
