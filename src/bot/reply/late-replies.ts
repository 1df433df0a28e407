import { z } from 'zod';
import { noticeCard } from '../../cards/notice.ts';
import { ConnectorError, isShutOut } from '../../connector/errors.ts';
import { type Clock, DAY, iso } from '../../lib/clock.ts';
import type { Ids } from '../../lib/ids.ts';
import { cut, type Markdown } from '../../lib/text.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import type { Renderer } from '../../outbox/renderer.ts';
import { UNCLEAR_WAIT_MS } from '../../outbox/sender.ts';
import { removeOlder } from '../../storage/batches.ts';
import type { Database, Migrations, Trx } from '../../storage/database.ts';
import type { Turn } from '../turn/turn.ts';
import type { RenderedAnswer } from './replies.ts';

interface LateReplyRow {
  id: string;
  card_json: string;
  summary: string;
  created_at: string;
}

declare module '../../storage/tables.ts' {
  interface Tables {
    late_replies: LateReplyRow;
  }
}

export const lateReplyMigrations: Migrations = {
  'late-replies-001': {
    async up(db) {
      await db.schema
        .createTable('late_replies')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('card_json', 'text', (c) => c.notNull())
        .addColumn('summary', 'text', (c) => c.notNull())
        .addColumn('created_at', 'text', (c) => c.notNull())
        .execute();
    },
  },
  'late-replies-002-ages': {
    async up(db) {
      await db.schema.createIndex('late_replies_ages').on('late_replies').column('created_at').execute();
    },
  },
};

/** Answers that Teams did not take, or may not have taken. */
export interface LateReplies {
  /**
   * Gives an answer to the outbox: one that was not posted goes out as soon as the limits allow. One that may have been
   * posted goes out a little later: a second copy does no harm, and silence does.
   * @returns false when Teams has it, or when a retry would fail too
   */
  keep(turn: Turn, spoken: NonNullable<RenderedAnswer>, failure: unknown): Promise<boolean>;
  /** Deletes replies older than a day: nobody waits for them any more. */
  prune(stopping?: () => boolean): Promise<void>;
}

export interface LateReplyDeps {
  readonly outbox: Outbox;
  readonly database: Database;
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

/** For a toast, which shows no Markdown. */
const withoutMarks = (text: string): string => text.replace(/\\(.)|[*_`~]+/g, (_mark, escaped = '') => escaped);

/** @returns milliseconds until another try makes sense; undefined when none does */
const waitAfter = (failure: unknown): number | undefined => {
  if (!(failure instanceof ConnectorError)) return undefined;
  if (failure.retryable) return 0;
  return failure.kind === 'unclear' && !isAccepted(failure) ? UNCLEAR_WAIT_MS : undefined;
};

/** Only the message's id is unknown, and an answer needs none. */
const isAccepted = ({ status }: ConnectorError): boolean => status !== undefined && status < 300;

export const createLateReplies = ({ outbox, database, clock, ids }: LateReplyDeps): LateReplies => {
  outbox.define(rendererOf(database));

  /** The person is told in their own chat, where the conversation takes no posts. */
  const sayElsewhere = async (trx: Trx, turn: Turn, onlyHere: boolean, code: string): Promise<boolean> => {
    const { who, where, words, text } = turn;
    await outbox.refused(trx, where.conversationId, code);
    if (onlyHere || where.kind === 'personal') return false;
    const to = { person: who.objectId };
    const values = { kind: where.kind, text: cut(text, LONGEST_QUOTE) };
    await outbox.notify(trx, to, words.locale, 'bot.error.noPost', values);
    return true;
  };

  return {
    async keep(turn, spoken, failure) {
      if (failure instanceof ConnectorError && isShutOut(failure))
        return database.transaction((trx) => sayElsewhere(trx, turn, 'onlyHere' in spoken, failure.code));
      const wait = waitAfter(failure);
      if (wait === undefined) return false;
      const { card, summary } = 'card' in spoken ? spoken : asCard(spoken.text);
      const id = ids.ordered();
      await database.transaction(async (trx) => {
        const row = { id, card_json: JSON.stringify(card), summary, created_at: iso(clock.now()) };
        await trx.insertInto('late_replies').values(row).execute();
        await outbox.deliver(trx, {
          subject: `${REPLY}:${id}`,
          face: REPLY,
          to: { conversation: turn.where.conversationId },
          language: turn.words.locale,
          version: 1,
          dueAt: clock.now() + wait,
        });
      });
      return true;
    },
    prune: (stopping) =>
      removeOlder(database.db, 'late_replies', { key: 'id', time: 'created_at' }, clock.now() - DAY, stopping),
  };
};
