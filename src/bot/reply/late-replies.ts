import { z } from 'zod';
import { noticeCard } from '../../cards/notice.ts';
import { ConnectorError } from '../../connector/errors.ts';
import { type Clock, DAY, iso } from '../../lib/clock.ts';
import type { Ids } from '../../lib/ids.ts';
import type { Markdown } from '../../lib/text.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import type { Renderer } from '../../outbox/renderer.ts';
import { removeOlder } from '../../storage/batches.ts';
import type { Database, Migrations } from '../../storage/database.ts';
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

/** Answers that wait because their conversation is at its rate limit. */
export interface LateReplies {
  /**
   * Gives an answer that Teams throttled to the outbox, which posts it as soon as the limit allows.
   * @returns false when it may have been posted, or when a retry would fail too
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

export const createLateReplies = ({ outbox, database, clock, ids }: LateReplyDeps): LateReplies => {
  outbox.define(rendererOf(database));
  return {
    async keep(turn, spoken, failure) {
      if (!(failure instanceof ConnectorError && failure.retryable)) return false;
      const { card, summary } = 'card' in spoken ? spoken : asCard(spoken.text);
      const id = ids.opaque();
      await database.transaction(async (trx) => {
        const row = { id, card_json: JSON.stringify(card), summary, created_at: iso(clock.now()) };
        await trx.insertInto('late_replies').values(row).execute();
        const to = { conversation: turn.where.conversationId };
        const subject = `${REPLY}:${id}`;
        await outbox.deliver(trx, { subject, face: REPLY, to, language: turn.words.locale, version: 1 });
      });
      return true;
    },
    prune: (stopping) =>
      removeOlder(database.db, 'late_replies', { key: 'id', time: 'created_at' }, clock.now() - DAY, stopping),
  };
};
