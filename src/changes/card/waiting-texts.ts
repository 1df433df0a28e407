import { type Markdown, NO_TEXT } from '../../lib/text.ts';
import type { Words } from '../../texts/texts.ts';
import type { Change } from '../change.ts';
import type { Forbidden } from '../change-kind.ts';
import type { Review } from '../decision/review.ts';

/** Tells people why they see the card of what waits, under the policy of now. */
export const whoDecides = ({ state }: Change, { rule, deciders, given, quorum }: Review, words: Words): Markdown => {
  if (state !== 'waiting' || !rule || deciders.length === 0) return NO_TEXT;
  const groups = Object.entries(quorum.groups).map(([group, count]) =>
    words.plain('changes.why.group', { group, count }),
  );
  return words.markdown('changes.why.deciders', {
    people: listed(
      deciders.map(({ name }) => name),
      'disjunction',
      words,
    ),
    rule: rule.name,
    given,
    needs: quorum.people,
    grouped: groups.length > 0,
    groups: listed(groups, 'conjunction', words),
  });
};

/** What a change of the policy did to what waits, a line for each; the first is the one that matters most. */
export const policyNews = (
  { needs, requester }: Change,
  { rule, deciders, given, quorum, lapsed, enough, possible }: Review,
  forbidden: Forbidden | undefined,
  words: Words,
): Markdown => {
  const figures = { given, needs: quorum.people };
  if (!rule) return words.markdown('changes.why.notAskable', { who: requester.name });
  const lines = [
    ...(lapsed.length > 0
      ? [
          words.markdown('changes.why.lapsed', {
            ...figures,
            people: listed(
              lapsed.map(({ person }) => person.name),
              'conjunction',
              words,
            ),
            count: lapsed.length,
          }),
        ]
      : []),
    ...(quorum.people > needs ? [words.markdown('changes.why.raised', { ...figures, before: needs })] : []),
    ...(deciders.length === 0 ? [words.markdown('changes.why.nobody')] : []),
    ...(deciders.length > 0 && !possible ? [words.markdown('changes.why.tooFew', figures)] : []),
    ...(enough ? [words.markdown('changes.why.confirm')] : []),
    ...(forbidden ? [words.markdown(forbidden.text, forbidden.values)] : []),
  ];
  return lines.join('\n\n') as Markdown;
};

const listed = (items: readonly string[], type: 'conjunction' | 'disjunction', words: Words): string =>
  new Intl.ListFormat(words.spoken, { type }).format(items);
