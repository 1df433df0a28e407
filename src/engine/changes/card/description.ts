import { joinMarkdown, type Markdown, NO_TEXT } from '#platform/lib/text.ts';
import { isTextKey, type Words } from '#platform/texts/texts.ts';
import { MOST_VISIBLE } from '#teams/cards/buttons.ts';
import { behindDetails, type Details, failureDetails } from '#teams/cards/notice-card.ts';
import type { Change } from '../change.ts';
import type { Description } from '../change-kind.ts';
import { AFTER_INCIDENT, type CardVariant, ENDS_SOON, isAboutEnd } from './card-buttons.ts';

/** The variants in a personal chat: notifications, whose linked card has the details. */
const NOTIFICATIONS: ReadonlySet<CardVariant> = new Set<CardVariant>(['personal', ENDS_SOON, AFTER_INCIDENT]);

/** What a copy shows of a description: a notification no facts and no reason, one about the end only its own buttons. */
export const variantDescription = (variant: CardVariant, described: Description): Description => {
  if (!NOTIFICATIONS.has(variant)) return described;
  const brief = { ...described, facts: [], reason: '' };
  if (!isAboutEnd(variant)) return brief;
  const { own: _own, details: _details, ...rest } = brief;
  const { [variant]: notice, headline } = described;
  const { next, buttons } = notice ?? { next: described.next, buttons: [] };
  return {
    ...{ ...rest, isOver: false, buttons },
    ...(next === undefined ? {} : { next }),
    ...(variant === ENDS_SOON && notice && headline ? { headline: { ...headline, tone: 'warning' } } : {}),
  };
};

/** Ids behind the card's button Details, in the menu where others need its room. @param shown the number of other buttons */
export const detailsOf = (
  { failure }: Change,
  { details: ids = NO_TEXT }: Description,
  shown: number,
  words: Words,
): Details => {
  const failed = failure
    ? failureDetails({ code: failure.code, correlation: failure.correlation.slice(0, 12) }, words)
    : {};
  const texts = [ids, failed.details ?? NO_TEXT].filter((text) => text !== '');
  return {
    ...behindDetails(joinMarkdown(texts, '\n\n'), words),
    detailsMode: shown < MOST_VISIBLE ? 'primary' : 'secondary',
  };
};

/** What to do about a failure: a line for each rule that the vendor named, or its own text. @param limits by rule, where known */
export const remedyOf = (
  { failure }: Pick<Change, 'failure'>,
  words: Words,
  limits: Readonly<Record<string, Markdown>> = {},
): Markdown => {
  if (!failure) return NO_TEXT;
  const remedies = failure.rules.flatMap((rule) => {
    const key = `vendor.rule.${rule}`;
    if (!isTextKey(key)) return [];
    const limit = limits[rule];
    return [limit === undefined ? words.markdown(key) : `${words.markdown(key)} ${limit}`];
  });
  if (remedies.length === 0) return words.markdown(failure.text, failure.values);
  return (remedies.length === 1 ? remedies : remedies.map((remedy) => `- ${remedy}`)).join('\n') as Markdown;
};
