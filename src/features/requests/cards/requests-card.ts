import { reasonField } from '#engine/changes/card/card-buttons.ts';
import { canResubmit } from '#engine/changes/card/rights.ts';
import type { Change } from '#engine/changes/change.ts';
import type { Description } from '#engine/changes/change-kind.ts';
import { HOUR } from '#platform/lib/clock.ts';
import { cut, dotted, escapeMarkdown, type Markdown, NO_TEXT } from '#platform/lib/text.ts';
import type { Words } from '#platform/texts/texts.ts';
import type { CardJson } from '#teams/cards/define-card.ts';
import { fullRow, type ListPage, type Row, rowsCard } from '#teams/cards/list.ts';
import { toneStyle } from '#teams/cards/view.ts';
import { listVerbs } from '../card-buttons.ts';

/** What waits for a person, or what they asked for. */
export type RequestsList = 'waiting' | 'mine';

/** Rows on a card. With a question in each no more fit under Teams' size limit. */
export const ROWS: Readonly<Record<RequestsList, number>> = { waiting: 7, mine: 10 };

/** A request as a list shows it to one person. */
export interface ListedRequest {
  readonly change: Change;
  readonly description: Description;
  readonly state: NonNullable<Description['headline']>;
  /** Whether this person asked; otherwise somebody did in their place, or they decide. */
  readonly isOwn: boolean;
  /** Whether this person's vote would be taken. */
  readonly mayVote: boolean;
}

export interface RequestsPage extends ListPage<ListedRequest> {
  readonly list: RequestsList;
  /** Short names of what was decided on this card: their rows stay, and say so. */
  readonly decided: readonly string[];
  readonly now: number;
}

const LONGEST_REASON = 140;

/** A page of requests: those that wait for this person, or their own. */
export const requestsCard = (view: RequestsPage, words: Words): CardJson => {
  const { list, rows, more, buttons } = view;
  const toRow = list === 'waiting' ? waitingRow : ownRow;
  return rowsCard.render({
    title: words.markdown(`requests.${list}.title`),
    intro: rows.length === 0 ? words.markdown(`requests.${list}.empty`) : NO_TEXT,
    rows: rows.map((request) => fullRow(toRow(request, view, words))),
    more,
    buttons: [...buttons],
  });
};

/** Ends within this many milliseconds are marked. */
const SOON_MS = HOUR;

const waitingRow = ({ change, description, state, mayVote }: ListedRequest, view: RequestsPage, words: Words): Row => {
  const { ref, requester, deadlineAt, termsVersion } = change;
  const data = { ref, terms: termsVersion, page: view.page, decided: view.decided.join(',') };
  const waits = change.state === 'waiting';
  return {
    title: description.title,
    detail: dotted(escapeMarkdown(requester.name), description.brief ?? NO_TEXT, escapeMarkdown(ref)),
    reason: cut(description.reason, LONGEST_REASON),
    note: waits ? deadlineText(deadlineAt, words) : NO_TEXT,
    state: mayVote ? NO_TEXT : state.text,
    tone: mayVote ? (waits && deadlineAt - view.now < SOON_MS ? 'Warning' : 'Default') : toneStyle(state.tone).colour,
    acts: mayVote ? [{ title: words.plain('changes.button.approve'), verb: listVerbs.approve, data }] : [],
    asks: mayVote ? [denyQuestion(data, words)] : [],
    shows: [showButton(change, words)],
  };
};

const deadlineText = (at: number, words: Words): Markdown =>
  words.markdown('requests.decideBy', { when: new Date(at) });

const denyQuestion = (data: Readonly<Record<string, string | number>>, words: Words) => {
  const field = reasonField(words, 'deny', true);
  return {
    title: words.plain('requests.denyWhy'),
    send: words.plain('changes.button.deny'),
    verb: listVerbs.deny,
    data,
    fields: [{ ...field, id: `${listVerbs.deny}.${data['ref']}` }],
  };
};

const ownRow = ({ change, description, state, isOwn }: ListedRequest, view: RequestsPage, words: Words): Row => {
  const data = { ref: change.ref, page: view.page };
  return {
    title: description.title,
    detail: dotted(state.text, description.brief ?? NO_TEXT, escapeMarkdown(change.ref)),
    note: isOwn
      ? ownNote(change, words)
      : dotted(words.markdown('requests.askedBy', { who: change.requester.name }), ownNote(change, words)),
    acts: [
      ...(change.state === 'waiting'
        ? [{ title: words.plain('changes.button.cancel'), verb: listVerbs.withdraw, data }]
        : []),
      ...(isOwn && canResubmit(change, description)
        ? [{ title: words.plain('changes.button.fix'), verb: listVerbs.again, data: { ref: change.ref } }]
        : []),
    ],
    shows: [showButton(change, words)],
  };
};

const ownNote = ({ state, createdAt, deadlineAt }: Change, words: Words): Markdown =>
  dotted(
    words.markdown('requests.askedAt', { when: new Date(createdAt) }),
    state === 'waiting' ? deadlineText(deadlineAt, words) : NO_TEXT,
  );

const showButton = ({ id }: Change, words: Words) => ({
  title: words.plain('requests.show'),
  verb: listVerbs.show,
  data: { change: id },
});
