import type { Viewer } from '#engine/outbox/renderer.ts';
import { joinMarkdown, type Markdown, NO_TEXT } from '#platform/lib/text.ts';
import { listed, type Words } from '#platform/texts/texts.ts';
import { dateTime } from '#teams/cards/view.ts';
import { type Change, isSignInAwaited } from '../change.ts';
import type { Forbidden } from '../change-kind.ts';
import type { DecisionContext } from '../decision/check-decision.ts';
import type { Review } from '../decision/review.ts';
import { approverOf } from '../execution/approver-token.ts';
import { type ChangeFreeze, frozenNews } from '../freeze/store.ts';

/** Why deciders see a waiting request, and in which stage it is. @param isAsked whether its reader is the person who is asked first */
export const whoDecides = (
  { state, escalatedAt }: Change,
  { rule, current, stages, asksFirst, receiver }: Review,
  words: Words,
  isAsked = false,
): Markdown => {
  if (state !== 'waiting' || !rule || !current || current.deciders.length === 0) return NO_TEXT;
  if (asksFirst) return words.markdown('changes.onBehalf.askedFirst', { who: receiver?.name ?? '', self: isAsked });
  const { deciders, given, quorum } = current;
  const groups = Object.entries(quorum.groups).map(([group, count]) =>
    words.plain('changes.why.group', { group, count }),
  );
  const now = words.markdown('changes.why.deciders', {
    people: namesOf(deciders, words, 'disjunction'),
    given,
    needs: quorum.people,
    grouped: groups.length > 0,
    groups: listed(groups, words),
  });
  const at = stages.indexOf(current);
  const next = stages[at + 1];
  const lines = [
    stages.length > 1 && words.markdown('changes.why.stage', { stage: at + 1, count: stages.length }),
    now,
    next &&
      words.markdown('changes.why.nextStage', {
        people: namesOf(next.deciders, words, 'disjunction'),
        needs: next.quorum.people,
      }),
    rule.denials > 1 && words.markdown('changes.why.denials', { count: rule.denials }),
    escalatedAt !== undefined &&
      rule.escalate &&
      `${words.markdown('changes.why.escalated', { to: listed(rule.escalate.to, words) })} ${dateTime(escalatedAt)}.`,
  ];
  return lines.filter(Boolean).join(' ') as Markdown;
};

const namesOf = (people: readonly { readonly name: string }[], words: Words, how?: 'disjunction'): string =>
  listed(
    people.map(({ name }) => name),
    words,
    how,
  );

/** What changed for a waiting request since it was made, a line for each; the first is the most important. */
export const waitingNews = (
  { change, review, freeze }: DecisionContext,
  forbidden: Forbidden | undefined,
  words: Words,
): Markdown =>
  joinMarkdown(
    [...(freeze ? [freezeLine(freeze, words)] : []), ...policyNews(change, review, forbidden, words)],
    '\n\n',
  );

const freezeLine = (freeze: ChangeFreeze, words: Words): Markdown => {
  const { text, values } = frozenNews(freeze);
  return `${words.markdown(text, values)} ${words.markdown('changes.why.frozenSince')} ${dateTime(freeze.at)}.` as Markdown;
};

/** What the approver and other readers see while it cannot be sent in the approver's name; undefined otherwise. */
export const awaitedSignIn = (
  { change, decisions }: DecisionContext,
  viewer: Viewer | undefined,
  words: Words,
): Markdown | undefined => {
  const approver = approverOf(change, decisions);
  if (!approver || !isSignInAwaited(change)) return undefined;
  const isTheirs = approver.objectId === viewer?.objectId.toLowerCase();
  const { failure } = change;
  const refusal = failure && words.markdown(failure.text, failure.values);
  const text = words.markdown(`changes.signInAgain.${isTheirs ? 'yours' : 'theirs'}`, { who: approver.name });
  return [refusal, `${text} ${dateTime(change.finishBy ?? 0)}.`].filter(Boolean).join(' ') as Markdown;
};

/** The effects of a policy change, or of a directory that cannot be read. */
const policyNews = (
  { needs, requester }: Change,
  { rule, unread, current, deciders, given, needs: required, lapsed, enough, possible, denied }: Review,
  forbidden: Forbidden | undefined,
  words: Words,
): readonly Markdown[] => {
  const figures = { given, needs: required };
  const groups = listed(unread, words);
  if (!rule)
    return [
      words.markdown(`changes.why.${groups === '' ? 'notAskable' : 'unreadAskers'}`, { who: requester.name, groups }),
    ];
  const people = namesOf(
    lapsed.map(({ person }) => person),
    words,
  );
  const isUnread = unread.length > 0;
  const others = current?.deciders ?? [];
  const lines = [
    isUnread &&
      words.markdown('changes.why.unread', {
        groups,
        people: namesOf(others, words),
        others: others.length,
      }),
    !isUnread &&
      lapsed.length > 0 &&
      words.markdown('changes.why.lapsed', { ...figures, people, count: lapsed.length }),
    required > needs && words.markdown('changes.why.raised', { ...figures, before: needs }),
    !isUnread && deciders.length === 0 && words.markdown('changes.why.nobody'),
    denied && words.markdown('changes.why.denied'),
    deciders.length > 0 && !denied && !possible && words.markdown('changes.why.tooFew', figures),
    enough && words.markdown('changes.why.confirm'),
    forbidden && words.markdown(forbidden.text, forbidden.values),
  ];
  return lines.filter((line) => line !== false && line !== undefined);
};
