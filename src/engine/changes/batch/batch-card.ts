import { z } from 'zod';
import { cut, dotted, escapeMarkdown, joinMarkdown, type Markdown, NO_TEXT } from '#platform/lib/text.ts';
import type { Words } from '#platform/texts/texts.ts';
import { buttonMode, buttonStyle, MOST_VISIBLE, visibleFirst } from '#teams/cards/buttons.ts';
import { type CardJson, defineCard, fitCard } from '#teams/cards/define-card.ts';
import { fieldView, toFieldView } from '#teams/cards/form.ts';
import { fact, markdown, type Tone, toneStyle, untilMoment, withSubmit } from '#teams/cards/view.ts';
import { stateLine, withMoments } from '../card/card.ts';
import { remedyOf } from '../card/description.ts';
import { waitingNews, whoDecides } from '../card/why.ts';
import type { Change } from '../change.ts';
import { batchButtons } from './batch-buttons.ts';
import { isRequest, type ReadBatch, type ReadLine, type RequestLine } from './batch-renderer.ts';

/** The verb that posts a request's own card (features/change-answers.ts). */
const SHOW = 'change.show';

const placed = z.object({
  ...{ title: z.string(), verb: z.string(), batch: z.string(), lines: z.string() },
  ...{ tone: buttonStyle, mode: buttonMode },
});

const row = z
  .object({
    ...{ title: markdown, state: markdown, colour: z.string(), note: markdown },
    ...{ verb: z.string(), data: z.record(z.string(), z.string()) },
  })
  .transform(withSubmit);

/** The data of cards/changes/batch.json. */
const batchView = z.object({
  ...{ overline: markdown, title: markdown, state: markdown, tone: z.string(), colour: z.string() },
  facts: z.array(fact),
  ...{ reason: z.string(), reasonLabel: markdown },
  rows: z.array(row),
  ...{ notified: markdown, why: markdown, nothing: markdown },
  acts: z.array(placed),
  asks: z.array(placed.extend({ fields: z.array(fieldView), sendTitle: z.string(), sendTone: buttonStyle })),
});
type BatchView = z.input<typeof batchView>;

export const batchCard = defineCard('changes/batch.json', batchView);

/** How a copy is drawn. */
export interface BatchDrawing {
  /** Directory object id of the only reader; undefined for everybody. */
  readonly reader: string | undefined;
  /** They pressed to see it. */
  readonly asked: boolean;
  /** Only a notification of what became of it. */
  readonly isNotice: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** For the requester: who was notified. */
  readonly notified: Markdown;
}

/** Every line stands on the card, however many there are: where it is full, first the notes go, which each request has itself; then no line opens. */
export const drawBatch = (read: ReadBatch, drawing: BatchDrawing, words: Words): CardJson =>
  fitCard((share) => batchCard.render(batchViewOf(read, drawing, words, share)));

/** @param share of what could stand on it, 1 for all of it */

export const batchViewOf = (read: ReadBatch, drawing: BatchDrawing, words: Words, share = 1): BatchView => {
  const { batch, lines, isAltered } = read;
  const { reader, asked, isNotice, now, notified } = drawing;
  const requests = lines.filter(isRequest);
  const { acts, asks } = batchButtons(read, reader, words);
  const room = MOST_VISIBLE - asks.length;
  const { text, tone } = isAltered
    ? { text: words.markdown('changes.refused.altered'), tone: 'attention' as const }
    : stateOfBatch(lines, words);
  const shared = sharedWhy(requests, words);
  return {
    overline: words.markdown('changes.batch.overline', {
      count: requests.length,
      who: requests[0]?.change.requester.name ?? '',
    }),
    title: words.markdown(batch.title.text, batch.title.values),
    state: text,
    ...toneStyle(tone),
    facts: isNotice ? [] : deadlineFact(requests, now, words),
    reason: isNotice ? '' : reasonOf(requests),
    reasonLabel: words.markdown('changes.label.reason'),
    rows: lines.map((line) =>
      fitRow(isRequest(line) ? requestRow(line, shared, words) : refusedRow(line, words), share),
    ),
    notified,
    why: shared,
    nothing:
      asked && acts.length + asks.length === 0 && !renewsSignIn(requests)
        ? words.markdown('changes.why.nothing')
        : NO_TEXT,
    acts: visibleFirst(acts, room),
    asks: visibleFirst(asks).map((ask) => ({ ...ask, fields: ask.fields.map((field) => toFieldView(field)) })),
  };
};

/** Whether its reader has to sign in for one of them, on that one's own card. */
const renewsSignIn = (requests: readonly RequestLine[]): boolean => requests.some(({ rights }) => rights?.signInAgain);

const GROUPS = ['waiting', 'doing', 'done', 'unclear', 'not'] as const;

const groups = {
  ...{ waiting: 'waiting', approved: 'doing', doing: 'doing', done: 'done' },
  ...{ denied: 'not', cancelled: 'not', expired: 'not', failed: 'not', unconfirmed: 'unclear' },
} as const satisfies Record<Change['state'], (typeof GROUPS)[number]>;

/** How far all of it has come: “2 waiting · 3 done”. What was refused counts as not done. */
export const stateOfBatch = (
  lines: readonly ReadLine[],
  words: Words,
): { readonly text: Markdown; readonly tone: Tone } => {
  const counts = { waiting: 0, doing: 0, done: 0, unclear: 0, not: 0 };
  for (const line of lines) counts[isRequest(line) ? groups[line.change.state] : 'not'] += 1;
  const named = GROUPS.filter((group) => counts[group] > 0);
  const parts = named.map((group) => words.markdown(`changes.batch.state.${group}`, { count: counts[group] }));
  const isOpen = counts.waiting + counts.doing > 0;
  const ended = counts.unclear > 0 ? 'warning' : counts.not === 0 ? 'good' : counts.done > 0 ? 'warning' : 'attention';
  return { text: dotted(...parts), tone: isOpen ? 'accent' : ended };
};

/** Where all that waits is decided by the same people, it is said once. */
const sharedWhy = (requests: readonly RequestLine[], words: Words): Markdown => {
  const [why = NO_TEXT, ...others] = new Set(requests.map((line) => whyOf(line, words)).filter((text) => text !== ''));
  return others.length === 0 ? why : NO_TEXT;
};

const whyOf = ({ change, context }: RequestLine, words: Words): Markdown => whoDecides(change, context.review, words);

/** They were sent for one reason. */
const reasonOf = (requests: readonly RequestLine[]): string =>
  requests.find(({ described }) => described.reason !== '')?.described.reason ?? '';

const deadlineFact = (requests: readonly RequestLine[], now: number, words: Words) => {
  const deadlines = requests.filter(({ change }) => change.state === 'waiting').map(({ change }) => change.deadlineAt);
  if (deadlines.length === 0) return [];
  return [{ title: words.plain('changes.label.deadline'), value: untilMoment(Math.min(...deadlines), now) }];
};

const LONGEST_NOTE = 200;
/** Below this share of the space no line opens its request: “my requests” and “waiting” lead to it. */
const LEAST_TO_OPEN = 0.5;

type Row = BatchView['rows'][number];

const fitRow = (row: Row, share: number): Row => ({
  ...row,
  note: share < 1 ? NO_TEXT : row.note,
  ...(share < LEAST_TO_OPEN ? { verb: '', data: {} } : {}),
});

const bold = (text: Markdown): Markdown => `**${text}**` as Markdown;

const requestRow = (line: RequestLine, shared: Markdown, words: Words): Row => {
  const { change, described, context, rights, mayOpen } = line;
  const { text, tone } = described.headline ?? stateLine(context, words);
  const accept = rights?.accept === true;
  const isTheirs = accept || rights?.approve || rights?.deny;
  const signsIn = rights?.signsIn === true;
  return {
    title: dotted(bold(described.title), described.brief ?? NO_TEXT, escapeMarkdown(change.ref)),
    state: dotted(
      text,
      isTheirs ? words.markdown('changes.batch.yours', { accept, signsIn }) : NO_TEXT,
      rights?.signInAgain ? words.markdown('changes.batch.signInThere') : NO_TEXT,
    ),
    colour: toneStyle(tone).colour,
    note: noteOf(line, shared, words),
    ...(mayOpen ? { verb: SHOW, data: { change: change.id } } : { verb: '', data: {} }),
  };
};

/** Who decides it, where that differs from the others; or why it came to nothing. */
const noteOf = (line: RequestLine, shared: Markdown, words: Words): Markdown => {
  const { change, context } = line;
  const { decisions } = context;
  if (change.state === 'waiting') {
    const why = whyOf(line, words);
    const news = withMoments(waitingNews(context, undefined, words));
    return joinMarkdown(
      [why === shared ? NO_TEXT : why, news].filter((text) => text !== ''),
      ' ',
    );
  }
  if (change.failure) return withMoments(remedyOf(change, words));
  const reason = decisions.findLast(({ verdict }) => verdict === 'deny' || verdict === 'cancel')?.reason ?? '';
  return escapeMarkdown(cut(reason, LONGEST_NOTE));
};

const refusedRow = ({ what, refused }: Exclude<ReadLine, RequestLine>, words: Words): Row => ({
  title: bold(words.markdown(what.text, what.values)),
  state: words.markdown('changes.batch.notSent'),
  colour: toneStyle('attention').colour,
  note: withMoments(words.markdown(refused.text, refused.values)),
  ...{ verb: '', data: {} },
});
