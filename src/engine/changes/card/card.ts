import { z } from 'zod';
import type { Renderer, Viewer, Views } from '#engine/outbox/renderer.ts';
import { joinMarkdown, type Markdown, NO_TEXT } from '#platform/lib/text.ts';
import { isTextKey, type TextKey, type Words } from '#platform/texts/texts.ts';
import { buttonMode, buttonStyle } from '#teams/cards/buttons.ts';
import { defineCard } from '#teams/cards/define-card.ts';
import { fieldView } from '#teams/cards/form.ts';
import { detailsView } from '#teams/cards/notice-card.ts';
import {
  button,
  dateTime,
  dialogButton,
  fact,
  markdown,
  type Tone,
  toneStyle,
  untilMoment,
} from '#teams/cards/view.ts';
import type { LinkTo } from '#teams/connector/conversations/conversation.ts';
import { CHANGE, type Change, type Decision, isSignInAwaited } from '../change.ts';
import type { Description } from '../change-kind.ts';
import type { ChangesCore } from '../core.ts';
import { type DecisionContext, votingContext } from '../decision/check-decision.ts';
import { approverOf, isSentByApprover } from '../execution/approver-token.ts';
import { nextTryText } from '../execution/refusal.ts';
import { claimsLine, notifiedLine } from '../notices/notice-cards.ts';
import { listClaims } from '../notices/store.ts';
import { findChange, listDecisions } from '../repository.ts';
import { buttonViews, cardSubjectOf, featureButtonsOn, MOST_ACTIONS } from './button-views.ts';
import { buttonsOf, type CardVariant, hasViews, isAboutEnd, verbs } from './card-buttons.ts';
import { detailsOf, remedyOf, variantDescription } from './description.ts';
import { isForDeciders, postedSubject } from './posted-card.ts';
import { rightsOf } from './rights.ts';
import { awaitedSignIn, waitingNews, whoDecides } from './why.ts';

const placed = z.object({
  title: z.string(),
  verb: z.string(),
  change: z.string(),
  terms: z.number(),
  tone: buttonStyle,
  mode: buttonMode,
});

/** The data of cards/changes/change.json: every state and variant of every kind of change. */
export const changeView = z.object({
  overline: markdown,
  title: markdown,
  state: markdown,
  tone: z.string(),
  colour: z.string(),
  facts: z.array(fact),
  reason: z.string(),
  reasonLabel: markdown,
  decisions: z.array(z.object({ text: markdown, reason: z.string() })),
  why: markdown,
  /** Who looks at it. */
  claims: markdown.default(NO_TEXT),
  /** For the requester: who was notified. */
  notified: markdown.default(NO_TEXT),
  next: markdown,
  /** What stands there for somebody who asked, and can do nothing. */
  nothing: markdown,
  ...detailsView,
  acts: z.array(placed),
  links: z.array(z.object({ title: z.string(), url: z.string(), mode: buttonMode })),
  asks: z.array(placed.extend({ fields: z.array(fieldView), sendTitle: z.string(), sendTone: buttonStyle })),
  offers: z.array(button.and(z.object({ mode: buttonMode }))),
  windows: z.array(dialogButton.and(z.object({ mode: buttonMode }))),
});

export const changeCard = defineCard('changes/change.json', changeView);

/** Draws a change's card from its row as it is now: for everybody where a copy stands, or for one person. */
export const changeRenderer = (core: ChangesCore, linkTo: LinkTo): Renderer => ({
  kind: CHANGE,
  replaced: true,
  async render(id, variant, words, viewer) {
    const { db } = core.database;
    const change = await findChange(db, id);
    if (!change) return undefined;
    const kind = core.kindOf(change.kind);
    const all = await kind.describe(change, core.context(db, id), words);
    const described = variantDescription(variant as CardVariant, all);
    const context = await votingContext(core, db, change, await listDecisions(db, id));
    const { policy, decisions, review } = context;
    const claims = change.state === 'waiting' ? await listClaims(db, id) : [];
    const rights = viewer && rightsOf(core, context, viewer.objectId, described, claims);
    const own = viewer?.objectId.toLowerCase() === described.own?.person.toLowerCase() ? described.own : undefined;
    const headline = described.headline ?? stateLine(context, words);
    const signsInAgain = awaitedSignIn(context, viewer, words);
    const links = [
      ...(own?.links ?? []),
      ...(described.links ?? []),
      ...(described === all ? [] : await cardLink(core, linkTo, change, words)),
    ];
    const placed = buttonsOf(change, variant as CardVariant, described, kind, words, rights);
    const shown = placed.asks.length + placed.acts.length + links.length;
    const details = detailsOf(change, described, shown, words);
    const buttons = buttonViews(placed, {
      links,
      ...featureButtonsOn(change, variant as CardVariant, cardSubjectOf(change, all, decisions), {
        ...{ buttons: core.cardButtons, policy, words },
        maySee: rights?.see === true,
        room: MOST_ACTIONS - shown - (details.details === undefined ? 0 : 1),
      }),
    });
    const nothingToPress = viewer?.asked && placed.acts.length + placed.asks.length === 0;
    const view: z.input<typeof changeView> = {
      overline: words.markdown(isAboutEnd(variant) ? `changes.${variant}.overline` : `${kind.name}.overline`, {
        ref: change.ref,
        who: change.requester.name,
      }),
      title: described.title,
      state: headline.text,
      ...toneStyle(headline.tone),
      facts: described === all ? [...described.facts, ...deadlineFact(change, core.clock.now(), words)] : [],
      reason: described.reason,
      reasonLabel: words.markdown('changes.label.reason'),
      decisions: (isAboutEnd(variant) ? [] : decisions).map((decision) => ({
        text: decisionLine(decision, viewer, words),
        reason: decision.reason,
      })),
      why: joinMarkdown(
        [
          whoDecides(change, review, words, rights?.accept),
          rights?.signsIn
            ? words.markdown(`changes.why.${isSentByApprover(core, change.kind) ? 'permission' : 'signIn'}`)
            : NO_TEXT,
        ].filter(Boolean),
      ),
      claims: claimsLine(claims, words),
      notified: rights?.withdraw ? await notifiedLine(core, [context], words) : NO_TEXT,
      next: withMoments(
        change.state === 'waiting'
          ? waitingNews(context, kind.forbids?.(change.terms, policy, core.clock.now()), words)
          : (signsInAgain ??
              own?.next ??
              described.next ??
              nextTryText(change, words, core.clock.now()) ??
              remedyOf(change, words)),
      ),
      nothing: nothingToPress ? words.markdown('changes.why.nothing') : NO_TEXT,
      ...details,
      ...buttons,
    };
    const summary = words.plain(
      isAboutEnd(variant) ? `changes.${variant}.summary` : `changes.summary.${change.state}`,
      {
        who: change.requester.name,
        what: described.summary,
        by: decisions.at(-1)?.person.name ?? '',
      },
    );
    return {
      ...{ version: change.version, card: changeCard.render(view), summary },
      ...(hasViews(change, described) ? { views: viewsOf(context, described) } : {}),
    };
  },
});

/** The requester, the deciders, the receiver, and others who may press a button of the kind's own. */
const viewsOf = (context: DecisionContext, { buttons }: Description): Views => {
  const { change, policy, review } = context;
  const forAnybody = buttons.filter(({ anybody }) => anybody);
  return {
    action: { verb: verbs.view, data: { change: change.id } },
    people: [review.parties.requester, ...review.deciders.map(({ objectId }) => objectId), ...review.parties.concerns],
    others: {
      people: forAnybody.length === 0 ? [] : policy.people.map(({ objectId }) => objectId),
      may: (objectId) => forAnybody.some(({ may }) => may?.(objectId.toLowerCase()) ?? true),
    },
  };
};

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
  { change, decisions, review, freeze }: DecisionContext,
  words: Words,
): NonNullable<Description['headline']> => {
  const { given, needs, asksFirst, receiver } = review;
  if (freeze) return { text: words.markdown('changes.state.frozen'), tone: 'warning' };
  const by = decisions.at(-1)?.person.name ?? change.requester.name;
  if (isSignInAwaited(change))
    return {
      text: words.markdown('changes.signInAgain.state', { who: approverOf(change, decisions)?.name ?? by }),
      tone: 'warning',
    };
  if (change.state === 'waiting' && asksFirst) {
    return { text: words.markdown('changes.onBehalf.state', { who: receiver?.name ?? '' }), tone: 'accent' };
  }
  const own = `${change.kind}.state.${change.state}`;
  const key: TextKey = isTextKey(own) ? own : `changes.state.${change.state}`;
  return { text: words.markdown(key, { by, given, needs }), tone: tones[change.state] };
};

const deadlineFact = (change: Change, now: number, words: Words) =>
  change.state === 'waiting'
    ? [{ title: words.plain('changes.label.deadline'), value: untilMoment(change.deadlineAt, now) }]
    : [];

const decisionLine = ({ person, verdict, at }: Decision, viewer: Viewer | undefined, words: Words): Markdown => {
  const own = person.objectId === viewer?.objectId.toLowerCase();
  const said = words.markdown(`changes.${own ? 'ownDecision' : 'decision'}.${verdict}`, { who: person.name });
  return `${said} · ${dateTime(at)}` as Markdown;
};

/** A stored moment is ISO text; the card shows it in each reader's own time zone. */
export const withMoments = (text: Markdown): Markdown =>
  text.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, (at) => dateTime(Date.parse(at))) as Markdown;

/** The copy in the channel of the request comes first: the requester knows that place. */
const cardLink = async (core: ChangesCore, linkTo: LinkTo, change: Change, words: Words) => {
  const copies = await core.outbox.copies(postedSubject(change));
  const copy =
    copies.find(({ variant }) => variant === 'asker') ?? copies.find(({ variant }) => isForDeciders(variant));
  const url = copy && linkTo(copy.conversationId, copy.activityId);
  return url === undefined ? [] : [{ title: words.plain('changes.button.show'), url }];
};
