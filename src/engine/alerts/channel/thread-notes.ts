import { z } from 'zod';
import type { Renderer } from '#engine/outbox/renderer.ts';
import { iso } from '#platform/lib/clock.ts';
import { type Markdown, NO_TEXT } from '#platform/lib/text.ts';
import type { Trx } from '#platform/storage/database.ts';
import { listed, type Words } from '#platform/texts/texts.ts';
import { defineCard } from '#teams/cards/define-card.ts';
import { markdown, type Tone, toneStyle } from '#teams/cards/view.ts';
import { type AlertsContext, alertSubject } from '../context.ts';
import { findAlertRow, itemIn } from '../feed/alert-store.ts';
import { levels, type News, type Signal, toneOf } from '../feed/signal.ts';
import type { AlertContent } from '../feed/source.ts';
import type { ChannelTurn } from './channel.ts';
import { priorityOf } from './routing.ts';

/** Subject kind of the outbox: a note in the thread under an incident's card. */
const NOTE = 'alertNote';
export const noteSubject = (id: string): string => `${NOTE}:${id}`;

const news = z.array(
  z.discriminatedUnion('what', [
    z.object({ what: z.enum(['resolved', 'reopened', 'explained']) }),
    z.object({ what: z.literal('level'), from: z.enum(levels), to: z.enum(levels) }),
    z.object({ what: z.enum(['regionTouched', 'regionWell']), names: z.array(z.string()) }),
    z.object({ what: z.literal('review'), stage: z.string() }),
  ]),
);

/** A note in the thread under a card. */
interface NewNote {
  readonly cardId: string;
  readonly news: readonly News[];
  readonly language: string;
}

export const addNote = async (turn: ChannelTurn, { cardId, news: noted, language }: NewNote): Promise<void> => {
  const { context, trx, update, now } = turn;
  const id = context.ids.ordered();
  await trx
    .insertInto('alert_notes')
    .values({
      id,
      card_id: cardId,
      alert_id: update.alert.id,
      news_json: JSON.stringify(noted),
      version: 1,
      created_at: iso(now),
    })
    .execute();
  await context.outbox.deliver(trx, {
    subject: noteSubject(id),
    variant: 'note',
    to: { under: alertSubject(cardId) },
    language,
    version: 1,
    priority: priorityOf(update.alert.signal),
  });
};

/** Redraws the notes about an incident, in the thread of one card or in all. @returns whether there are any */
export const touchNotes = async (
  context: AlertsContext,
  trx: Trx,
  alertId: string,
  cardId?: string,
): Promise<boolean> => {
  let query = trx
    .updateTable('alert_notes')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('alert_id', '=', alertId);
  if (cardId !== undefined) query = query.where('card_id', '=', cardId);
  const notes = await query.returning(['id', 'version']).execute();
  for (const { id, version } of notes) await context.outbox.touch(trx, noteSubject(id), version);
  return notes.length > 0;
};

const noteView = z.object({ lines: z.array(z.object({ text: markdown, colour: z.string() })), text: markdown });
export const noteCard = defineCard('alerts/note.json', noteView);

export const noteRenderer = (context: AlertsContext): Renderer => ({
  kind: NOTE,
  async render(id, _face, words) {
    const row = await context.database.db.selectFrom('alert_notes').selectAll().where('id', '=', id).executeTakeFirst();
    const alert = row && (await findAlertRow(context.database.db, row.alert_id));
    const source = alert && context.source(alert.source);
    if (!source) return undefined;
    const item = itemIn(source, alert);
    const content = source.content(item, words);
    const changes = news.parse(JSON.parse(row.news_json));
    const view = {
      lines: changes.map((one) => ({
        text: sentence(one, content, words),
        colour: toneStyle(toneOfNews(one, source.signal(item))).colour,
      })),
      // A review's text is shown here; the card above shows the newest text otherwise.
      text: changes.some(({ what }) => what === 'review' || what === 'explained') ? content.text : NO_TEXT,
    };
    const summary = [...changes.map((one) => plainSentence(one, content, words)), content.name].join(' · ');
    return { version: row.version, card: noteCard.render(view), summary };
  },
});

/** A new level or state has its colour, as on the card. */
const toneOfNews = (one: News, { level }: Signal): Tone => {
  if (one.what === 'level') return toneOf({ level: one.to, open: true });
  if (one.what === 'resolved') return toneOf({ level, open: false });
  return one.what === 'reopened' ? toneOf({ level, open: true }) : 'default';
};

/** Names in one sentence: the vendor has more regions than fit on a card. */
const MOST_NAMES = 8;

const listOf = (names: readonly string[], words: Words): string => {
  const rest = names.length - MOST_NAMES;
  const shown = rest > 0 ? [...names.slice(0, MOST_NAMES), words.plain('alerts.news.more', { count: rest })] : names;
  return listed(shown, words);
};

const valuesOf = (one: News, { name }: AlertContent, words: Words) => ({
  ...('names' in one ? { names: listOf(one.names, words), count: one.names.length } : {}),
  ...('from' in one
    ? { from: words.plain(`alerts.level.${one.from}`), to: words.plain(`alerts.level.${one.to}`) }
    : {}),
  ...('stage' in one ? { stage: one.stage } : {}),
  title: name,
});

const sentence = (one: News, content: AlertContent, words: Words): Markdown =>
  words.markdown(`alerts.news.${one.what}`, valuesOf(one, content, words));

const plainSentence = (one: News, content: AlertContent, words: Words): string =>
  words.plain(`alerts.news.${one.what}`, valuesOf(one, content, words));
