import { z } from 'zod';
import type { Turn } from '#bot/turn/turn.ts';
import type { Outbox } from '#engine/outbox/outbox.ts';
import type { Renderer } from '#engine/outbox/renderer.ts';
import { PASSING_MS, UNCLEAR_WAIT_MS } from '#engine/outbox/setback.ts';
import { type Clock, DAY, iso } from '#platform/lib/clock.ts';
import type { Ids } from '#platform/lib/ids.ts';
import { cut, type Markdown } from '#platform/lib/text.ts';
import { removeOlder } from '#platform/storage/batches.ts';
import type { Database, Migrations, Trx } from '#platform/storage/database.ts';
import { createIndex, createTable } from '#platform/storage/schema.ts';
import type { Texts } from '#platform/texts/texts.ts';
import { noticeCard } from '#teams/cards/notice-card.ts';
import { ConnectorError, SHUT_OUT } from '#teams/connector/errors.ts';
import { errorAnswer, type RenderedAnswer } from './replies.ts';

interface LateReplyRow {
  id: string;
  card_json: string;
  summary: string;
  created_at: string;
  /** The person it answers, for what they are told where it cannot stand; null where they are told nothing. */
  asked_json: string | null;
}

declare module '#platform/storage/database.ts' {
  interface Tables {
    late_replies: LateReplyRow;
  }
}

export const lateReplyMigrations: Migrations = {
  'late-replies-001': async (db) => {
    await createTable(db, 'late_replies', { key: 'id', texts: ['card_json', 'summary', 'created_at'] }).execute();
  },
  'late-replies-002-ages': async (db) => {
    await createIndex(db, 'late_replies_ages', 'late_replies', ['created_at']);
  },
  'late-replies-003-asked': async (db) => {
    await db.schema.alterTable('late_replies').addColumn('asked_json', 'text').execute();
  },
};

/** Answers that Teams did not take, or may not have taken. */
export interface LateReplies {
  /**
   * Gives an answer to the outbox: one that was not posted goes out as soon as Teams takes it. One that may have been posted goes
   * out a little later: a second copy does no harm, and silence does. Where Teams will not take it, the person is told in their
   * own chat, or gets a short answer in place of one that is too large.
   */
  keep(turn: Turn, spoken: NonNullable<RenderedAnswer>, failure: ConnectorError): Promise<void>;
  /** Deletes replies older than a day: their readers no longer wait. */
  prune(stopping?: () => boolean): Promise<void>;
}

interface LateReplyDeps {
  readonly outbox: Outbox;
  readonly database: Database;
  readonly texts: Texts;
  readonly clock: Clock;
  readonly ids: Ids;
}

const cardJson = z.record(z.string(), z.unknown());
const REPLY = 'reply';
/** Of what somebody typed. */
const LONGEST_QUOTE = 80;

const rendererOf = ({ db }: Database): Renderer => ({
  kind: REPLY,
  once: true,
  async render(id) {
    const row = await db.selectFrom('late_replies').selectAll().where('id', '=', id).executeTakeFirst();
    return row && { version: 1, card: cardJson.parse(JSON.parse(row.card_json)), summary: row.summary };
  },
});

/** Answers to messages are rendered as Markdown. */
const asCard = (text: string) => ({ card: noticeCard.render({ text: text as Markdown }), summary: withoutMarks(text) });

const asRow = (spoken: NonNullable<RenderedAnswer>) => {
  const { card, summary } = 'card' in spoken ? spoken : asCard(spoken.text);
  return { card_json: JSON.stringify(card), summary };
};

/** For a toast, which shows no Markdown. */
const withoutMarks = (text: string): string => text.replace(/\\(.)|[*_`~]+/g, (_mark, escaped = '') => escaped);

/** Milliseconds until another try makes sense. */
const waitAfter = ({ kind, meaning }: ConnectorError): number => {
  if (kind === 'unclear') return UNCLEAR_WAIT_MS;
  return meaning === 'final' ? 0 : (PASSING_MS[0] ?? 0);
};

const tooLarge = new ConnectorError('too-large');
const origin = z.object({ person: z.string(), kind: z.string(), text: z.string() });

/** The codes of refusals that an answer does not outlast. */
const LASTING: ReadonlySet<string> = new Set([...SHUT_OUT, 'Connector.gone', 'Connector.refused']);

export const createLateReplies = ({ outbox, database, texts, clock, ids }: LateReplyDeps): LateReplies => {
  outbox.define(rendererOf(database));

  const add = async (
    trx: Trx,
    to: string,
    language: string,
    row: Omit<LateReplyRow, 'id' | 'created_at'>,
    dueAt: number,
  ) => {
    const id = ids.ordered();
    await trx
      .insertInto('late_replies')
      .values({ ...row, id, created_at: iso(clock.now()) })
      .execute();
    const subject = `${REPLY}:${id}`;
    await outbox.deliver(trx, { subject, variant: REPLY, to: { conversation: to }, language, version: 1, dueAt });
  };

  outbox.onUndelivered(async (trx, { id: correlation, subject, target, language }, code) => {
    if (!subject.startsWith(`${REPLY}:`)) return;
    const id = subject.slice(REPLY.length + 1);
    const row = await trx.selectFrom('late_replies').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row) return;
    const forget = () => trx.deleteFrom('late_replies').where('id', '=', id).execute();
    const short = asRow(errorAnswer(tooLarge, { words: texts.for(language), correlation, text: '' }, false));
    if (code === tooLarge.code && short.card_json.length < row.card_json.length) {
      await forget();
      await add(trx, target, language, { ...short, asked_json: row.asked_json }, clock.now());
    } else if (row.asked_json !== null && LASTING.has(code)) {
      await forget();
      const { person, kind, text } = origin.parse(JSON.parse(row.asked_json));
      const values = { kind, text, reason: code.replace('Connector.', '') };
      const to = { person };
      await outbox.notify(trx, to, language, 'bot.error.noPost', values);
    }
  });

  return {
    async keep({ who, where, words, text }, spoken, failure) {
      const isToldElsewhere = !('onlyHere' in spoken) && where.kind !== 'personal';
      const by = { person: who.objectId, kind: where.kind, text: cut(text, LONGEST_QUOTE) };
      const row = { ...asRow(spoken), asked_json: isToldElsewhere ? JSON.stringify(by) : null };
      const dueAt = clock.now() + waitAfter(failure);
      await database.transaction((trx) => add(trx, where.conversationId, words.locale, row, dueAt));
    },
    prune: (stopping) =>
      removeOlder(database.db, 'late_replies', { key: 'id', time: 'created_at' }, clock.now() - DAY, stopping),
  };
};
