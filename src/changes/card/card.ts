import { z } from 'zod';
import { defineCard } from '../../cards/define-card.ts';
import { fieldView, toFieldView } from '../../cards/form.ts';
import {
  button,
  dateTime,
  dialogButton,
  fact,
  markdown,
  measured,
  type Tone,
  toneStyle,
  untilMoment,
} from '../../cards/view.ts';
import { messageLink } from '../../connector/conversations/conversation.ts';
import { type Markdown, NO_TEXT } from '../../lib/text.ts';
import type { Renderer } from '../../outbox/renderer.ts';
import { isTextKey, type TextKey, type Words } from '../../texts/texts.ts';
import { CHANGE, type Change, type Decision, subjectOf } from '../change.ts';
import type { Description, Forbidden } from '../change-kind.ts';
import type { ChangesCore } from '../core.ts';
import { type Review, reviewOf } from '../decision/review.ts';
import { findChange, listDecisions } from '../repository.ts';
import { buttonsOf, type CardVariant, cardSubjectOf, featureButtonsOn, MOST_ACTIONS } from './card-buttons.ts';

const placed = z.object({
  title: z.string(),
  verb: z.string(),
  change: z.string(),
  terms: z.number(),
  tone: z.string(),
});

/** The data of cards/changes/change.json: every state and variant of every kind of change. */
export const changeView = z.object({
  kicker: markdown,
  title: markdown,
  state: markdown,
  tone: z.string(),
  colour: z.string(),
  facts: z.array(fact),
  reason: z.string(),
  reasonLabel: markdown,
  decisions: z.array(z.object({ text: markdown, reason: z.string() })),
  why: markdown,
  next: markdown,
  details: markdown,
  asks: z.array(placed.extend({ fields: z.array(fieldView) })),
  acts: z.array(placed),
  links: z.array(z.object({ title: z.string(), url: z.string() })),
  offers: z.array(button),
  windows: z.array(dialogButton),
});

export const changeCard = defineCard('changes/change.json', changeView);

/** Renders every copy of a change's card from its current row. */
export const changeRenderer = (core: ChangesCore, tenantId: string): Renderer => ({
  kind: CHANGE,
  async render(id, face, words) {
    const { db } = core.database;
    const change = await findChange(db, id);
    if (!change) return undefined;
    const kind = core.kindOf(change.kind);
    const described = await kind.describe(change, core.context(db, id), words);
    const decisions = await listDecisions(db, id);
    const policy = core.policy.current();
    const review = reviewOf(policy, kind, change, decisions);
    const headline = described.headline ?? stateLine(change, decisions, review, words);
    const links = [
      ...(face === 'personal' ? await cardLink(core, tenantId, id, words) : []),
      ...(described.links ?? []),
    ];
    const buttons = buttonsOf(change, face as CardVariant, described, kind, words);
    const offered = featureButtonsOn(change, face as CardVariant, cardSubjectOf(change, described, decisions), {
      ...{ buttons: core.cardButtons, policy, words },
      room: MOST_ACTIONS - buttons.asks.length - buttons.acts.length - links.length,
    });
    const view: z.input<typeof changeView> = {
      kicker: words.markdown(`${kind.name}.kicker`, { ref: change.ref, who: change.requester.name }),
      title: described.title,
      state: headline.text,
      ...toneStyle(headline.tone),
      // In a personal chat the card is a notification; the linked card has the details.
      facts:
        face === 'personal' ? [] : measured([...described.facts, ...deadlineFact(change, core.clock.now(), words)]),
      reason: face === 'personal' ? '' : described.reason,
      reasonLabel: words.markdown('changes.label.reason'),
      decisions: decisions.map((decision) => ({ text: decisionLine(decision, words), reason: decision.reason })),
      why: whoDecides(change, review, words),
      next: withMoments(
        change.state === 'waiting'
          ? policyNews(change, review, kind.forbids?.(change.terms, policy, core.clock.now()), words)
          : (described.next ?? failureNext(change, words)),
      ),
      details: failureDetails(change, words),
      asks: buttons.asks.map(({ fields, ...rest }) => ({ ...rest, fields: fields.map((field) => toFieldView(field)) })),
      acts: [...buttons.acts],
      links,
      ...offered,
    };
    const summary = words.plain(`changes.summary.${change.state}`, {
      who: change.requester.name,
      what: described.summary,
      by: decisions.at(-1)?.person.name ?? '',
    });
    return { version: change.version, card: changeCard.render(view), summary };
  },
});

const tones: Record<Change['state'], Tone> = {
  waiting: 'accent',
  approved: 'accent',
  doing: 'accent',
  done: 'good',
  denied: 'attention',
  cancelled: 'default',
  expired: 'default',
  failed: 'attention',
  unconfirmed: 'warning',
};

/** How far it has come, in a line. */
export const stateLine = (
  change: Change,
  decisions: readonly Decision[],
  { given, quorum }: Review,
  words: Words,
): NonNullable<Description['headline']> => {
  const own = `${change.kind}.state.${change.state}`;
  const key: TextKey = isTextKey(own) ? own : `changes.state.${change.state}`;
  const by = decisions.at(-1)?.person.name ?? change.requester.name;
  return { text: words.markdown(key, { by, given, needs: quorum.people }), tone: tones[change.state] };
};

const deadlineFact = (change: Change, now: number, words: Words) =>
  change.state === 'waiting'
    ? [{ title: words.plain('changes.label.deadline'), value: untilMoment(change.deadlineAt, now) }]
    : [];

const decisionLine = ({ person, verdict, at }: Decision, words: Words): Markdown => {
  const text = words.markdown(`changes.decision.${verdict}`, { who: person.name });
  return `${text} · ${dateTime(at)}` as Markdown;
};

const failureNext = (change: Change, words: Words): Markdown => {
  const { failure } = change;
  if (!failure) return NO_TEXT;
  const remedies = failure.rules
    .map((rule) => `vendor.rule.${rule}`)
    .filter(isTextKey)
    .map((key) => words.markdown(key));
  if (remedies.length === 0) return words.markdown(failure.text, failure.values);
  return (remedies.length === 1 ? remedies : remedies.map((remedy) => `- ${remedy}`)).join('\n') as Markdown;
};

/** A stored moment is ISO text; the card shows it in each reader's own time zone. */
const withMoments = (text: Markdown): Markdown =>
  text.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, (at) => dateTime(Date.parse(at))) as Markdown;

/** The ids that operators need for support. */
const failureDetails = ({ failure }: Change, words: Words): Markdown =>
  failure
    ? words.markdown('changes.label.code', { code: failure.code, correlation: failure.correlation.slice(0, 12) })
    : NO_TEXT;

/** The copy in the channel of the request comes first: the requester knows that place. */
const cardLink = async (core: ChangesCore, tenantId: string, id: string, words: Words) => {
  const copies = await core.outbox.copies(subjectOf(id));
  const copy = copies.find(({ face }) => face === 'asker') ?? copies.find(({ face }) => face === 'approvers');
  if (!copy) return [];
  return [
    { title: words.plain('changes.button.show'), url: messageLink(tenantId, copy.conversationId, copy.activityId) },
  ];
};

/** Explains to deciders why they see a waiting request, under the current policy. */
const whoDecides = ({ state }: Change, { rule, deciders, given, quorum }: Review, words: Words): Markdown => {
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

/** The effects of a policy change on a waiting request, a line for each; the first is the most important. */
const policyNews = (
  { needs, requester }: Change,
  { rule, deciders, given, quorum, lapsed, enough, possible }: Review,
  forbidden: Forbidden | undefined,
  words: Words,
): Markdown => {
  const figures = { given, needs: quorum.people };
  if (!rule) return words.markdown('changes.why.notAskable', { who: requester.name });
  const people = listed(
    lapsed.map(({ person }) => person.name),
    'conjunction',
    words,
  );
  const lines = [
    lapsed.length > 0 && words.markdown('changes.why.lapsed', { ...figures, people, count: lapsed.length }),
    quorum.people > needs && words.markdown('changes.why.raised', { ...figures, before: needs }),
    deciders.length === 0 && words.markdown('changes.why.nobody'),
    deciders.length > 0 && !possible && words.markdown('changes.why.tooFew', figures),
    enough && words.markdown('changes.why.confirm'),
    forbidden && words.markdown(forbidden.text, forbidden.values),
  ];
  return lines.filter(Boolean).join('\n\n') as Markdown;
};

const listed = (items: readonly string[], type: 'conjunction' | 'disjunction', words: Words): string =>
  new Intl.ListFormat(words.spoken, { type }).format(items);
