import type { HealthEvent } from '#cloud/operations/health-events-schemas.ts';
import { escapeMarkdown, type Markdown, NO_TEXT } from '#platform/lib/text.ts';
import type { Words } from '#platform/texts/texts.ts';
import { some } from '#teams/cards/define-card.ts';
import { dateTime } from '#teams/cards/view.ts';
import { few, formatRegion, type Update, updatesOf } from './format.ts';
import { type Line, readLines, shortLine, toMarkdown } from './vendor-text.ts';

interface Entry {
  readonly head: Markdown;
  readonly text: Markdown;
}

export interface Section {
  readonly title: Markdown;
  readonly entries: Entry[];
  /** Number of entries not shown; empty when all are. */
  readonly more: Markdown;
}

/** Maximum length of each text. */
const LETTERS = { latest: 3_000, update: 700, action: 300, answer: 600, article: 2_000, aside: 600, name: 60 };
/** Maximum number of entries in each section. */
const ENTRIES = { update: 8, action: 10, faq: 5, service: 10, region: 12 };
/** Updates that an article is compared with. */
const COMPARED = 20;

interface SectionContext {
  readonly event: HealthEvent;
  readonly updates: readonly Update[];
  /** Part of the maximum text length, from 0 to 1. */
  readonly share: number;
  readonly words: Words;
  /** Lines of the vendor's HTML, parsed once. */
  read(html: string | undefined): readonly Line[];
}

/**
 * The sections of an event, the most urgent first.
 * @returns takes the part of the maximum text length, from 0 to 1
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

/** The description, or the newest update with its time where the description adds nothing. */
const latest = (context: SectionContext): Section => {
  const { event, updates, words, read } = context;
  const [newest] = updates;
  if (newest && isCoveredByNewest(context)) {
    return whole(words.markdown('health.section.latest'), [updateEntry(newest, LETTERS.latest, context)]);
  }
  const [description, summary] = [read(event.description), read(event.summary)];
  const texts = holds(description, summary) ? [description] : [summary, description];
  return whole(
    words.markdown('health.section.about'),
    texts.flatMap((lines) => entry(lines, LETTERS.latest / texts.length, context)),
  );
};

const isCoveredByNewest = ({ event, updates: [newest], read }: SectionContext): boolean =>
  newest !== undefined && holds(read(newest.summary), [...read(event.description), ...read(event.summary)]);

/** The earlier updates, or all where the description differs from the newest one. */
const earlier = (context: SectionContext): Section => {
  const { updates, words } = context;
  const after = isCoveredByNewest(context);
  return list(
    words.markdown(after ? 'health.section.earlier' : 'health.section.updates'),
    after ? updates.slice(1) : updates,
    ENTRIES.update,
    context,
    (update) => updateEntry(update, LETTERS.update, context),
  );
};

const updateEntry = (
  { at, summary, tags, regions }: Update,
  room: number,
  { share, words, read }: SectionContext,
): Entry => {
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

const actions = (context: SectionContext): Section => {
  const { event, words, read, share } = context;
  const { message, actions: all = [] } = event.recommendedActions ?? {};
  const steps = all.filter(({ actionText = '' }) => actionText.trim() !== '');
  const stepList = list(words.markdown('health.section.actions'), steps, ENTRIES.action, context, ({ actionText }) => {
    const lines = read(actionText).map((line, index): Line => ({ ...line, mark: index === 0 ? '- ' : line.mark }));
    return { head: NO_TEXT, text: toMarkdown(lines, some(LETTERS.action, share)) };
  });
  const text = stepList.entries.map((step) => step.text).join('\n') as Markdown;
  const listed = text.trim() === '' ? [] : [{ head: NO_TEXT, text }];
  return { ...stepList, entries: [...entry(read(message), LETTERS.action, context), ...listed] };
};

const impact = (context: SectionContext): Section => {
  const { event, share, words } = context;
  const title = words.markdown('health.section.impact');
  return list(title, event.impact ?? [], ENTRIES.service, context, ({ impactedService = '', impactedRegions = [] }) => {
    const regions = impactedRegions
      .map(({ impactedRegion = '', status }) => ({ name: short(impactedRegion, share), open: status !== 'Resolved' }))
      .sort((a, b) => Number(b.open) - Number(a.open))
      .map((region) => formatRegion(region, event.status !== 'Resolved', words));
    return {
      head: escapeMarkdown(short(impactedService, share)),
      text: escapeMarkdown(few(regions, some(ENTRIES.region, share), words)),
    };
  });
};

const faqs = (context: SectionContext): Section => {
  const { event, words, read, share } = context;
  return list(
    words.markdown('health.section.faqs'),
    event.faqs ?? [],
    ENTRIES.faq,
    context,
    ({ question, answer }) => ({
      head: toMarkdown(read(question), some(LETTERS.action, share)),
      text: toMarkdown(read(answer), some(LETTERS.answer, share)),
    }),
  );
};

const aside = (context: SectionContext): Section => {
  const { event, words, read } = context;
  return whole(
    words.markdown('health.section.aside'),
    entry(read(event.additionalInformation?.message), LETTERS.aside, context),
  );
};

/** The article's lines that are not in the sections above. */
const article = (context: SectionContext): Section => {
  const { event, updates, words, read } = context;
  const above = [event.description, event.summary, ...updates.slice(0, COMPARED).map(({ summary }) => summary)];
  const shown = new Set(above.flatMap(read).map(({ text }) => text));
  const lines = read(event.article?.articleContent).filter(({ text }) => !shown.has(text));
  return whole(words.markdown('health.section.article'), entry(lines, LETTERS.article, context));
};

/** Whether `whole` has every line of `part`. */
const holds = (whole: readonly Line[], part: readonly Line[]): boolean => {
  const known = new Set(whole.map(({ text }) => text));
  return part.every(({ text }) => known.has(text));
};

const entry = (lines: readonly Line[], room: number, { share }: SectionContext): Entry[] => {
  const text = toMarkdown(lines, some(room, share));
  return text === '' ? [] : [{ head: NO_TEXT, text }];
};

const short = (text: string, share: number): string => shortLine(text, some(LETTERS.name, share));

const whole = (title: Markdown, entries: Entry[]): Section => ({ title, entries, more: NO_TEXT });

/** The first entries, and the number of others. */
const list = <T>(
  title: Markdown,
  items: readonly T[],
  most: number,
  { share, words }: SectionContext,
  render: (item: T) => Entry,
): Section => {
  const shown = items.slice(0, some(most, share));
  const rest = items.length - shown.length;
  const more = rest > 0 ? words.markdown('health.event.more', { count: rest }) : NO_TEXT;
  return { title, entries: shown.map(render), more };
};
