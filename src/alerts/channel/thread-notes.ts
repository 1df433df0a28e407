import { z } from 'zod';
import { defineCard } from '../../cards/define-card.ts';
import { markdown } from '../../cards/view.ts';
import { iso } from '../../lib/clock.ts';
import type { Markdown } from '../../lib/text.ts';
import type { Renderer } from '../../outbox/renderer.ts';
import type { Trx } from '../../storage/database.ts';
import type { Words } from '../../texts/texts.ts';
import { alertSubject } from '../alerts.ts';
import type { AlertsCore } from '../core.ts';
import { findAlertRow, itemIn } from '../feed/alert-store.ts';
import type { AlertFace } from '../feed/source.ts';
import type { Telling } from './channel.ts';
import type { News } from './news.ts';
import { priorityOf } from './stages.ts';

/** A word in the thread under an incident's card. */
const NOTE = 'alertNote';
export const noteSubject = (id: string): string => `${NOTE}:${id}`;

const news = z.array(
  z.discriminatedUnion('what', [
    z.object({ what: z.enum(['resolved', 'reopened', 'explained']) }),
    z.object({ what: z.literal('level'), from: z.string(), to: z.string() }),
    z.object({ what: z.enum(['regionTouched', 'regionWell']), names: z.array(z.string()) }),
    z.object({ what: z.literal('review'), stage: z.string() }),
  ]),
);

export const addNote = async (
  core: AlertsCore,
  trx: Trx,
  { alert, signal }: Telling,
  cardId: string,
  said: readonly News[],
  language: string,
): Promise<void> => {
  const id = core.ids.opaque();
  await trx
    .insertInto('alert_notes')
    .values({
      id,
      card_id: cardId,
      alert_id: alert.id,
      news_json: JSON.stringify(said),
      version: 1,
      created_at: iso(core.clock.now()),
    })
    .execute();
  await core.outbox.deliver(trx, {
    subject: noteSubject(id),
    face: 'note',
    to: { under: alertSubject(cardId) },
    language,
    version: 1,
    priority: priorityOf(signal),
  });
};

/**
 * Draws again what was said of an incident, in the thread of one card or in all.
 * @returns whether anything was said of it there
 */
export const touchNotes = async (core: AlertsCore, trx: Trx, alertId: string, cardId?: string): Promise<boolean> => {
  let query = trx
    .updateTable('alert_notes')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('alert_id', '=', alertId);
  if (cardId !== undefined) query = query.where('card_id', '=', cardId);
  const notes = await query.returning(['id', 'version']).execute();
  for (const { id, version } of notes) await core.outbox.touch(trx, noteSubject(id), version);
  return notes.length > 0;
};

const noteView = z.object({ lines: z.array(z.object({ text: markdown })), text: markdown });
export const noteCard = defineCard('alerts/note.json', noteView);

export const noteRenderer = (core: AlertsCore): Renderer => ({
  kind: NOTE,
  async render(id, _face, words) {
    const row = await core.database.db.selectFrom('alert_notes').selectAll().where('id', '=', id).executeTakeFirst();
    const alert = row && (await findAlertRow(core.database.db, row.alert_id));
    const source = alert && core.source(alert.source);
    if (!source) return undefined;
    const item = itemIn(source, alert);
    const face = source.face(item, words);
    const said = news.parse(JSON.parse(row.news_json));
    const view = {
      lines: said.map((one) => ({ text: sentence(one, face, words) })),
      // A review is read here; of everything else the card above has the newest word.
      text: said.some(({ what }) => what === 'review' || what === 'explained') ? face.text : ('' as Markdown),
    };
    const summary = [...said.map((one) => plainSentence(one, face, words)), face.name].join(' · ');
    return { version: row.version, card: noteCard.render(view), summary };
  },
});

/** Names in one sentence: the vendor has more regions than a card has room for. */
const MOST_NAMES = 8;

const listOf = (names: readonly string[], words: Words): string => {
  const rest = names.length - MOST_NAMES;
  const shown = rest > 0 ? [...names.slice(0, MOST_NAMES), words.plain('alerts.news.more', { count: rest })] : names;
  return new Intl.ListFormat(words.spoken).format(shown);
};

const valuesOf = (one: News, { name }: AlertFace, words: Words) => ({
  ...('names' in one ? { names: listOf(one.names, words), count: one.names.length } : {}),
  ...('from' in one
    ? { from: words.plain(`alerts.level.${one.from}`), to: words.plain(`alerts.level.${one.to}`) }
    : {}),
  ...('stage' in one ? { stage: one.stage } : {}),
  title: name,
});

const sentence = (one: News, face: AlertFace, words: Words): Markdown =>
  words.markdown(`alerts.news.${one.what}`, valuesOf(one, face, words));

const plainSentence = (one: News, face: AlertFace, words: Words): string =>
  words.plain(`alerts.news.${one.what}`, valuesOf(one, face, words));
