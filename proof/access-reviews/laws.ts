import { type Change, isOpen } from '../../src/engine/changes/change.ts';
import { removal } from '../../src/features/access/removal/kind.ts';
import type { ReviewRow } from '../../src/features/access/reviews/outcome.ts';
import type { AccessReview } from '../../src/features/access/reviews/store.ts';
import { DAY } from '../../src/platform/lib/clock.ts';
import type { AccessService, Assignment } from '../lib/access-service.ts';
import { idOf } from '../lib/policy-text.ts';
import { type Answer, identityOf, REVIEW_DAYS } from './plan.ts';

/** An answer that was taken. */
export interface Accepted extends Pick<Answer, 'by' | 'says'> {
  readonly item: string;
}

interface Seen {
  readonly review: AccessReview;
  readonly rows: readonly ReviewRow[];
  readonly accepted: readonly Accepted[];
  readonly startedAt: number;
  readonly reports: number;
  /** The service lost nothing, and the policy let every reviewer remove. */
  readonly isCalm: boolean;
}

const isOf =
  ({ item: { access } }: ReviewRow) =>
  ({ person, role, scope }: Assignment): boolean =>
    person === access.person.objectId && role === access.role.id && scope === access.place.scope;

/** What does not hold after a review's end, in words, by the service's own record and the answers that were taken. */
export const faultsOf = (
  { review, rows, accepted, startedAt, reports, isCalm }: Seen,
  { assignments }: Pick<AccessService, 'assignments'>,
  changes: readonly Change[],
): readonly string[] => {
  const wrong: string[] = [];
  if (review.state !== 'ended') wrong.push('the review did not end');
  if ((review.endedAt ?? 0) > startedAt + REVIEW_DAYS * DAY + 1_000) wrong.push('it ended late');
  if (reports !== 1) wrong.push(`${reports} reports`);
  for (const change of changes) if (isOpen(change.state)) wrong.push(`stuck: ${change.kind} is ${change.state}`);

  const removals = changes.filter(({ kind }) => kind === removal.name);
  const removalOf = ({ item }: ReviewRow): readonly Change[] =>
    removals.filter(({ terms }) => (terms as { review?: string }).review === item.id);
  const guids = new Set(removals.map(({ guid }) => guid));

  for (const one of assignments) {
    if (one.endedBy === undefined) continue;
    if (!guids.has(one.endedBy)) wrong.push('the service ended access by no request of ours');
    if (one.made > startedAt) wrong.push('access was removed that nobody reviewed');
  }

  for (const row of rows) {
    const { item, outcome } = row;
    const own = accepted.filter((answer) => answer.item === item.id);
    const [first] = own;
    const asked = removalOf(row);
    const reviewed = assignments.filter((one) => isOf(row)(one) && one.made <= startedAt);
    const ended = reviewed.filter(({ endedBy }) => asked.some(({ guid }) => guid !== undefined && guid === endedBy));
    const stands = reviewed.some(({ over, end }) => over === undefined && end > (review.endedAt ?? 0) + 3 * DAY);

    if (own.some(({ by, says }) => by !== first?.by || says !== first.says))
      wrong.push('two answers counted for one row');
    if (own.some(({ by }) => identityOf(idOf(by)) === identityOf(item.access.person.objectId)))
      wrong.push('somebody reviewed their own access');
    if (first && (item.state !== first.says || item.answer?.by.objectId !== idOf(first.by)))
      wrong.push(`the answer was ${first.says}, and the row says ${item.state}`);
    if (!first && item.answer) wrong.push('an answer that nobody gave');
    if (!first && (item.state === 'keep' || item.state === 'remove')) wrong.push(`nobody answered: ${item.state}`);

    const mayGo = first?.says === 'remove' || (item.state === 'unanswered' && review.unanswered === 'remove');
    if (asked.length > 1) wrong.push('one decision made two removals');
    if (asked.length > 0 && !mayGo) wrong.push('removed, and nobody decided that');
    if (outcome === 'removing' || outcome === 'open') wrong.push(`the report says ${outcome} at the end`);
    if (outcome === 'removed' && stands) wrong.push('the report says removed, and the service has it');
    if (outcome === 'notRemoved' && ended.length > 0) wrong.push('the report says not removed, and we removed it');
    if (['kept', 'unanswered', 'notAsked'].includes(outcome) && ended.length > 0)
      wrong.push(`removed, and the report says ${outcome}`);
    if (ended.length > 0 && outcome !== 'removed') wrong.push(`removed, and the report says ${outcome}`);
    if (mayGo && isCalm && stands && outcome !== 'unclear') wrong.push(`to be removed, and it stands: ${outcome}`);
    if (item.access.held !== 'direct' && item.state !== 'notAsked') wrong.push('asked about what comes from above');
  }
  return wrong;
};
