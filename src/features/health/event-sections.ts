import type { HealthEvent } from '../../api/operations/health-events-schemas.ts';
import { some } from '../../cards/fit-card.ts';
import { dateTime } from '../../cards/view.ts';
import { escapeMarkdown, type Markdown } from '../../lib/text.ts';
import type { Words } from '../../texts/texts.ts';
import { few } from './face-words.ts';
import { type Update, updatesOf } from './timeline.ts';
import { type Line, readLines, shortLine, toMarkdown } from './vendor-text.ts';

interface Entry {
  readonly head: Markdown;
  readonly text: Markdown;
}

export interface Section {
  readonly title: Markdown;
  readonly entries: Entry[];
  /** How many entries are not shown; empty where all are. */
  readonly more: Markdown;
}

const NONE = '' as Markdown;
/** Letters of one text at most. */
const LETTERS = { latest: 3_000, update: 700, action: 300, answer: 600, article: 2_000, aside: 600, name: 60 };
/** Entries of one part at most. */
const ENTRIES = { update: 8, action: 10, faq: 5, service: 10, region: 12 };
/** Updates that an article is held against. */
const COMPARED = 20;

interface Telling {
  readonly event: HealthEvent;
  readonly updates: readonly Update[];
  /** Of what would be shown at most. */
  readonly share: number;
  readonly words: Words;
  /** A text of the vendor's, read once however often the card is drawn. */
  read(html: string | undefined): readonly Line[];
}

/**
 * What an event tells, from what matters most now to what explains it; a part that holds more says how much.
 * @returns draws it with a share of what it would hold at most
 */
export const sectionsOf = (event: HealthEvent, words: Words): ((share: number) => Section[]) => {
  const updates = updatesOf(event);
  const lines = new Map<string, readonly Line[]>();
  const read = (html = ''): readonly Line[] => {
    const known = lines.get(html) ?? readLines(html);
    lines.set(html, known);
    return known;
  };
  return (share) =>
    [latest, actions, impact, earlier, faqs, aside, article]
      .map((part) => part({ event, updates, share, words, read }))
      .filter(({ entries }) => entries.length > 0);
};

/** The description; where it only says what the newest update says, that update with its moment. */
const latest = (telling: Telling): Section => {
  const { event, updates, words, read } = telling;
  const [newest] = updates;
  if (newest && isToldByNewest(telling)) {
    return whole(words.markdown('health.section.latest'), [updateEntry(newest, LETTERS.latest, telling)]);
  }
  const [description, summary] = [read(event.description), read(event.summary)];
  const said = holds(description, summary) ? [description] : [summary, description];
  return whole(
    words.markdown('health.section.about'),
    said.flatMap((lines) => entry(lines, LETTERS.latest / said.length, telling)),
  );
};

const isToldByNewest = ({ event, updates: [newest], read }: Telling): boolean =>
  newest !== undefined && holds(read(newest.summary), [...read(event.description), ...read(event.summary)]);

/** What was said before the newest word, or everything where the description says something else. */
const earlier = (telling: Telling): Section => {
  const { updates, words } = telling;
  const after = isToldByNewest(telling);
  return list(
    words.markdown(after ? 'health.section.earlier' : 'health.section.updates'),
    after ? updates.slice(1) : updates,
    ENTRIES.update,
    telling,
    (update) => updateEntry(update, LETTERS.update, telling),
  );
};

const updateEntry = ({ at, summary, tags, regions }: Update, room: number, { share, words, read }: Telling): Entry => {
  const where = few(
    regions.map((name) => short(name, share)),
    3,
    words,
  );
  const head = [
    ...(at === undefined ? [] : [dateTime(at)]),
    ...(where === '' ? [] : [escapeMarkdown(where)]),
    ...tags.slice(0, 3).map((tag) => escapeMarkdown(short(tag, share))),
  ];
  return { head: head.join(' · ') as Markdown, text: toMarkdown(read(summary), some(room, share)) };
};

const actions = (telling: Telling): Section => {
  const { event, words, read, share } = telling;
  const { message, actions: all = [] } = event.recommendedActions ?? {};
  const steps = all.filter(({ actionText = '' }) => actionText.trim() !== '');
  const told = list(words.markdown('health.section.actions'), steps, ENTRIES.action, telling, ({ actionText }) => {
    const lines = read(actionText).map((line, index): Line => ({ ...line, mark: index === 0 ? '- ' : line.mark }));
    return { head: NONE, text: toMarkdown(lines, some(LETTERS.action, share)) };
  });
  const text = told.entries.map((step) => step.text).join('\n') as Markdown;
  const listed = text.trim() === '' ? [] : [{ head: NONE, text }];
  return { ...told, entries: [...entry(read(message), LETTERS.action, telling), ...listed] };
};

const impact = (telling: Telling): Section => {
  const { event, share, words } = telling;
  const title = words.markdown('health.section.impact');
  return list(title, event.impact ?? [], ENTRIES.service, telling, ({ impactedService = '', impactedRegions = [] }) => {
    const regions = impactedRegions
      .map(({ impactedRegion = '', status }) => ({ name: short(impactedRegion, share), open: status !== 'Resolved' }))
      .sort((a, b) => Number(b.open) - Number(a.open))
      .map(({ name, open }) => words.plain(open ? 'health.region.open' : 'health.region.over', { name }));
    return {
      head: escapeMarkdown(short(impactedService, share)),
      text: escapeMarkdown(few(regions, some(ENTRIES.region, share), words)),
    };
  });
};

const faqs = (telling: Telling): Section => {
  const { event, words, read, share } = telling;
  return list(
    words.markdown('health.section.faqs'),
    event.faqs ?? [],
    ENTRIES.faq,
    telling,
    ({ question, answer }) => ({
      head: toMarkdown(read(question), some(LETTERS.action, share)),
      text: toMarkdown(read(answer), some(LETTERS.answer, share)),
    }),
  );
};

const aside = (telling: Telling): Section => {
  const { event, words, read } = telling;
  return whole(
    words.markdown('health.section.aside'),
    entry(read(event.additionalInformation?.message), LETTERS.aside, telling),
  );
};

/** As far as the article says more than what stands above it. */
const article = (telling: Telling): Section => {
  const { event, updates, words, read } = telling;
  const above = [event.description, event.summary, ...updates.slice(0, COMPARED).map(({ summary }) => summary)];
  const said = new Set(above.flatMap(read).map(({ text }) => text));
  const lines = read(event.article?.articleContent).filter(({ text }) => !said.has(text));
  return whole(words.markdown('health.section.article'), entry(lines, LETTERS.article, telling));
};

/** Whether every line of `part` stands in `whole`. */
const holds = (whole: readonly Line[], part: readonly Line[]): boolean => {
  const known = new Set(whole.map(({ text }) => text));
  return part.every(({ text }) => known.has(text));
};

const entry = (lines: readonly Line[], room: number, { share }: Telling): Entry[] => {
  const text = toMarkdown(lines, some(room, share));
  return text === '' ? [] : [{ head: NONE, text }];
};

const short = (text: string, share: number): string => shortLine(text, some(LETTERS.name, share));

const whole = (title: Markdown, entries: Entry[]): Section => ({ title, entries, more: NONE });

/** The first entries, and how many more there are. */
const list = <T>(
  title: Markdown,
  things: readonly T[],
  most: number,
  { share, words }: Telling,
  draw: (thing: T) => Entry,
): Section => {
  const shown = things.slice(0, some(most, share));
  const rest = things.length - shown.length;
  const more = rest > 0 ? words.markdown('health.event.more', { count: rest }) : NONE;
  return { title, entries: shown.map(draw), more };
};
