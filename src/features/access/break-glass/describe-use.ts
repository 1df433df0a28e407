import type { Change } from '#engine/changes/change.ts';
import type { ChangeContext, Description } from '#engine/changes/change-kind.ts';
import { dotted, escapeMarkdown, joinMarkdown, type Markdown } from '#platform/lib/text.ts';
import { listed, type Words } from '#platform/texts/texts.ts';
import { untilMoment } from '#teams/cards/view.ts';
import { describeGrant } from '../describe-grant.ts';
import type { GrantTerms } from '../terms.ts';
import { reviewersOf } from './rights.ts';
import { findUse, type Use } from './store.ts';

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
