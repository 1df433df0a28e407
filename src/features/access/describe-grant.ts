import { reasonField } from '#engine/changes/card/card-buttons.ts';
import type { Change } from '#engine/changes/change.ts';
import type { ChangeButton, ChangeContext, Description } from '#engine/changes/change-kind.ts';
import { formatDuration } from '#platform/lib/duration.ts';
import { dotted, escapeMarkdown, joinMarkdown, type Markdown, NO_TEXT } from '#platform/lib/text.ts';
import type { TextName, Words } from '#platform/texts/texts.ts';
import { dateTime, type Fact, span, untilMoment } from '#teams/cards/view.ts';
import {
  continuationOf,
  continuationText,
  extendButton,
  extendedFact,
  gapText,
  isExtension,
  progressText,
} from './ending/extension.ts';
import { afterIncident, type IncidentPart, incidentPart } from './incident/incident.ts';
import { activationAddress } from './policy.ts';
import { nextTryText, refusalText } from './refusal.ts';
import { NOT_NEEDED, REMOVE } from './requestable.ts';
import { findGrant, type Grant } from './store.ts';
import { type GrantTerms, grantKey, type Length, type RemoveTerms } from './terms.ts';

/** A grant's card covers the whole life of the eligibility: requested, granted, being removed, removed, ended. */
export const describeGrant = async (
  change: Change<GrantTerms>,
  context: ChangeContext,
  words: Words,
): Promise<Description> => {
  const { terms } = change;
  const about = await incidentPart(terms, context, words);
  const named = { role: terms.role.title, place: terms.place.title };
  const whom = isOnBehalf(change) ? words.markdown('access.onBehalf.brief', { who: terms.person.name }) : NO_TEXT;
  const status = change.state === 'done' ? await statusOf(change, { ...context, about }, words) : undefined;
  const waits = isExtension(terms) ? progressText(change, context.now, words) : undefined;
  const refused = refusalText(change, requestedText(terms.length, words), words);
  const next = status?.next ?? (waits || nextTryText(change, words, context.now) || refused);
  const shortened = shortenedText(terms, words);
  return {
    title: words.markdown(isExtension(terms) ? 'access.extension.title' : 'access.grant.title', named),
    summary: [summaryOf(change, words), ...(shortened === '' ? [] : [shortened])].join(' · '),
    brief: dotted(whom, shortened === '' ? timeText(terms, words) : escapeMarkdown(shortened)),
    facts: [...factsOf(change, words), ...about.facts],
    ...(about.links.length === 0 ? {} : { links: about.links }),
    reason: terms.reason,
    buttons: status?.buttons ?? [],
    ...(next === undefined ? {} : { next }),
    ...(status ? { headline: status.headline, isOver: status.isOver } : {}),
    ...(status?.notice ? { notice: status.notice } : {}),
    ...(status?.afterIncident ? { afterIncident: status.afterIncident } : {}),
    ...(status?.own ? { own: status.own } : {}),
  };
};

/** Whether somebody asked in the person's place. */
const isOnBehalf = ({ requester, terms }: Change<GrantTerms>): boolean =>
  requester.objectId.toLowerCase() !== terms.person.objectId.toLowerCase();

/** Where the sentence names the requester already, the person is not named again if it is the same one. */
const summaryOf = (change: Change<GrantTerms>, words: Words): string => {
  const { state, terms } = change;
  const { role, place, person } = terms;
  const named = { role: role.title, place: place.title };
  if (isOnBehalf(change)) return words.plain('access.grant.summary', { ...named, who: person.name });
  if (isExtension(terms)) return words.plain('access.extension.title', named);
  return state === 'waiting' || state === 'cancelled'
    ? words.plain('access.grant.title', named)
    : words.plain('access.grant.summary', { ...named, who: person.name });
};

/** “approved for 6 hours, requested 2 days”; empty where it was not shortened. */
const shortenedText = ({ length, requested }: GrantTerms, words: Words): string =>
  requested === undefined
    ? ''
    : words.plain('access.shortened', {
        length: lengthText(length, words),
        requested: lengthText(requested, words),
      });

const timeText = ({ window, length }: GrantTerms, words: Words): Markdown =>
  window?.end ? words.span(window.start, window.end) : lengthText(length, words);

/** A length as an answer says it, in the reader's zone. */
const lengthText = (length: Length, words: Words): Markdown => {
  if (length.kind === 'always') return words.markdown('access.window.always');
  if (length.kind === 'for') return escapeMarkdown(formatDuration(length.ms, words.formatLocale));
  return join(words.markdown('access.window.until'), words.moment(length.at));
};

const factsOf = (change: Change<GrantTerms>, words: Words): Fact[] => {
  const { terms, requester } = change;
  const fact = (name: TextName<'access.label'>, value: Markdown): Fact => ({
    title: words.plain(`access.label.${name}`),
    value,
  });
  return [
    fact('who', escapeMarkdown(terms.person.name)),
    ...(isOnBehalf(change) ? [fact('askedBy', escapeMarkdown(requester.name))] : []),
    ...extendedFact(terms, words),
    fact('window', windowText(terms, words)),
    ...(terms.requested === undefined ? [] : [fact('requested', requestedText(terms.requested, words))]),
    ...(terms.widens === undefined
      ? []
      : [fact('widens', words.markdown('access.condition.widens', { condition: terms.widens }))]),
    ...(terms.ticket === '' ? [] : [fact('ticket', escapeMarkdown(terms.ticket))]),
  ];
};

/** The duration before approval, start and end after it. Date markers are inserted unescaped. */
export const windowText = (
  { window, start, length }: Pick<GrantTerms, 'window' | 'start' | 'length'>,
  words: Words,
): Markdown => {
  if (window) {
    const from = dateTime(window.start);
    return window.end === null
      ? join(words.markdown('access.window.always'), words.markdown('access.window.from'), from)
      : span(window.start, window.end);
  }
  const lasting = requestedText(length, words);
  const beginning =
    start === null
      ? words.markdown('access.window.atOnce')
      : join(words.markdown('access.window.from'), dateTime(start));
  return length.kind === 'until' ? join(beginning, lasting) : join(lasting, beginning);
};

/** A length as the card says it, in each reader's zone. */
const requestedText = (length: Length, words: Words): Markdown =>
  length.kind === 'until'
    ? join(words.markdown('access.window.until'), dateTime(length.at))
    : lengthText(length, words);

const join = (...parts: readonly string[]): Markdown => joinMarkdown(parts);

type Status = Required<Pick<Description, 'headline' | 'next' | 'buttons' | 'isOver'>> &
  Pick<Description, 'own' | 'notice' | 'afterIncident'>;

const statusOf = async (
  change: Change<GrantTerms>,
  context: ChangeContext & { readonly about: IncidentPart },
  words: Words,
): Promise<Status> => {
  const { db, now, policy, openChange, mayAsk } = context;
  const granted = await findGrant(db, change.id);
  if (granted?.removed) return over(removedHeadline(granted.removed, change, words), removedReason(granted, words));
  const goesOn = await continuationOf(change, granted ?? { end: undefined }, context);
  const extended = continuationText(goesOn, now, words);
  if (granted?.end !== undefined && granted.end <= now) {
    const goes = goesOn.end === undefined || goesOn.end > now;
    const text = goes
      ? eligibleText({ start: granted.start, end: goesOn.end }, now, words)
      : join(words.markdown('access.status.ended'), dateTime(granted.end));
    return { ...over({ text, tone: goes ? 'good' : 'default' }, extended), isOver: !goes };
  }
  const removing = await openChange(REMOVE, grantKey(change.terms));
  if (removing) {
    const key = removing.state === 'waiting' ? 'removalAsked' : 'removing';
    const text = words.markdown(`access.status.${key}`, { by: removing.requester.name });
    return { ...over({ text, tone: 'warning' }, nextTryText(removing, words, now)), isOver: false };
  }
  const shortened = escapeMarkdown(shortenedText(change.terms, words));
  const url = activationAddress(policy, change.terms);
  const { person, place, role } = change.terms;
  const named = { place: place.title, role: role.title };
  const before = joinMarkdown([granted ? gapText(change, granted, words) : NO_TEXT, extended].filter(Boolean), ' ');
  const notBegun = isExtension(change.terms) && granted !== undefined && granted.start > now;
  const extending =
    granted?.end === undefined || goesOn.open || goesOn.end !== granted.end
      ? []
      : [extendButton(change, granted.end, mayAsk, words)];
  const paragraphs = (...parts: readonly Markdown[]) =>
    joinMarkdown(
      parts.filter((part) => part !== ''),
      '\n\n',
    );
  return {
    headline: {
      text: dotted(eligibleText(granted && { ...granted, end: goesOn.end }, now, words), shortened),
      tone: 'good',
    },
    next: paragraphs(before, words.markdown('access.status.activatedBy', { who: person.name })),
    own: {
      person: person.objectId,
      next: paragraphs(
        before,
        words.markdown(url === undefined ? 'access.status.activate' : 'access.status.activateThere', named),
      ),
      links: url === undefined ? [] : [{ title: words.plain('access.button.activate'), url }],
    },
    buttons: [
      // Before its end is near, to activate it comes first.
      ...extending.map((button) => ({ ...button, inMenu: true as const })),
      // Where the policy names no address to go to, what removes it would be all that its owner sees here.
      ...(url === undefined ? [mineButton(person, words)] : []),
      // What has not begun goes with what it extends.
      ...(notBegun ? [] : [removeButton(change, mayAsk, words)]),
    ],
    isOver: false,
    ...(await afterIncident(
      change,
      { db, now, incident: context.about.incident },
      {
        end: granted?.end,
        giveBack: { ...notNeededButton(change, mayAsk, words), title: words.plain('access.incident.end') },
      },
      words,
    )),
    ...(granted?.end === undefined || goesOn.end !== granted.end
      ? {}
      : {
          notice: {
            next: goesOn.open ? extended : words.markdown('access.notice.next', named),
            buttons: [
              ...extending.map((button) => ({ ...button, tone: 'positive' as const })),
              notNeededButton(change, mayAsk, words),
            ],
          },
        }),
  };
};

/** Nothing of it is left. */
const over = (headline: Status['headline'], next: Markdown = NO_TEXT): Status => ({
  headline,
  next,
  buttons: [],
  isOver: true,
});

/** A person whose role another removed is to see it at first sight; giving one back is no alarm. */
const removedHeadline = (
  { by, at }: NonNullable<Grant['removed']>,
  { terms }: Change<GrantTerms>,
  words: Words,
): Status['headline'] => ({
  text:
    by === undefined
      ? join(words.markdown('access.status.removedOutside'), dateTime(at))
      : dotted(words.markdown('access.status.removed', { by }), dateTime(at)),
  tone: by === terms.person.name ? 'default' : 'attention',
});

const eligibleText = (granted: Pick<Grant, 'start' | 'end'> | undefined, now: number, words: Words): Markdown => {
  const until =
    granted?.end === undefined
      ? words.markdown('access.status.always')
      : join(
          words.markdown('access.status.until'),
          granted.start > now ? dateTime(granted.end) : untilMoment(granted.end, now),
        );
  return granted && granted.start > now
    ? join(until, '·', words.markdown('access.window.from'), dateTime(granted.start))
    : until;
};

const removedReason = ({ removed }: Grant, words: Words): Markdown =>
  removed && removed.reason !== ''
    ? words.markdown('access.status.removedReason', { reason: removed.reason })
    : NO_TEXT;

/** Its owner’s list of all roles. */
const mineButton = ({ objectId }: GrantTerms['person'], words: Words): ChangeButton => ({
  title: words.plain('access.button.mine'),
  verb: 'access.mine',
  tone: 'default',
  fields: [],
  may: (reader) => reader === objectId.toLowerCase(),
});

const removalOf = ({ id, requester, terms: { person, place, role, ticket } }: Change<GrantTerms>): RemoveTerms => ({
  ...{ person, place, role, ticket, by: '', reason: '', grant: id, askedBy: requester.objectId },
});

/** For its owner, who gives it back without a reason of their own; pressed twice. */
const notNeededButton = (change: Change<GrantTerms>, mayAsk: ChangeContext['mayAsk'], words: Words): ChangeButton => ({
  title: words.plain('access.button.notNeeded'),
  verb: NOT_NEEDED,
  tone: 'default',
  fields: [],
  send: { title: words.plain('access.button.remove'), tone: 'destructive' },
  may: (reader) => reader === change.terms.person.objectId.toLowerCase() && mayAsk(REMOVE, removalOf(change), reader),
});

/** For people who may ask for the removal, whether or not it is theirs. */
const removeButton = (change: Change<GrantTerms>, mayAsk: ChangeContext['mayAsk'], words: Words): ChangeButton => {
  const removal = removalOf(change);
  return {
    title: words.plain('access.button.removeThis'),
    verb: REMOVE,
    // The card is good news: only the button that removes is red.
    tone: 'default',
    fields: [reasonField(words, 'remove', true)],
    send: { title: words.plain('access.button.remove'), tone: 'destructive' },
    anybody: true,
    may: (objectId) => mayAsk(REMOVE, removal, objectId),
  };
};
