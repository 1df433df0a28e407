import { stateText, textFact } from '#features/facts.ts';
import { cut, escapeMarkdown, type Markdown } from '#platform/lib/text.ts';
import type { TextName, Words } from '#platform/texts/texts.ts';
import { dateTime, type Fact } from '#teams/cards/view.ts';
import type { GroupEvent, ObservedState } from './group-state.ts';

const LONGEST_VALUE = 180;

/** A fact about a group. @param name below `containers.label` */
export const groupFact = (name: TextName<'containers.label'>, text: string, words: Words): Fact =>
  textFact(`containers.label.${name}`, cut(text, LONGEST_VALUE), words);

/** The text of a group's state. */
export const groupStateText = (what: 'provisioning' | 'state', state: string, words: Words): string =>
  stateText(`containers.${what}.${state}`, state, words);

/** A text from the vendor, short enough for a card. */
export const shortened = (text: string): Markdown => escapeMarkdown(cut(text, LONGEST_VALUE));

/** “and 3 more”; nothing if there are no more. */
export const more = (count: number, what: TextName<'containers.label'>, words: Words): Fact[] =>
  count > 0 ? [groupFact(what, words.plain('containers.more', { count }), words)] : [];

/** Where provisioning stands; once it succeeded, the group's state says more. */
export const provisioningFact = (provisioning: string, state: string, words: Words): Fact[] =>
  provisioning === '' || (provisioning === 'Succeeded' && state !== '')
    ? []
    : [groupFact('provisioning', groupStateText('provisioning', provisioning, words), words)];

/** The group as the vendor last showed it. */
export const observedFacts = (
  { provisioningState = '', state = '', ip, fqdn, events = [] }: ObservedState,
  words: Words,
): Fact[] => [
  ...provisioningFact(provisioningState, state, words),
  ...(state ? [groupFact('state', groupStateText('state', state, words), words)] : []),
  ...(fqdn || ip ? [groupFact('reached', [fqdn, ip].filter(Boolean).join(' · '), words)] : []),
  ...events.slice(0, 1).map((event) => ({ title: words.plain('containers.label.event'), value: eventWords(event) })),
];

/** An event, its count, and its last time. */
export const eventWords = ({ message, count, at }: GroupEvent): Markdown => {
  const time = Date.parse(at);
  const parts = [shortened(count > 1 ? `${message} (${count}×)` : message), Number.isNaN(time) ? '' : dateTime(time)];
  return parts.filter(Boolean).join(' · ') as Markdown;
};
