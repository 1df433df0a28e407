import { z } from 'zod';
import type { Database } from '#platform/storage/database.ts';
import { asTextKey } from '#platform/texts/texts.ts';
import { noticeCard } from '#teams/cards/notice-card.ts';
import type { Renderer } from './renderer.ts';
import { findNotice } from './repository.ts';

export const NOTICE = 'notice';

const noticeValues = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

/** A notice is rendered at send time, in the language of its conversation. */
export const noticeRenderer = (database: Database): Renderer => ({
  kind: NOTICE,
  once: true,
  async render(id, _face, words) {
    const row = await findNotice(database.db, id);
    if (!row) return undefined;
    const values = noticeValues.parse(JSON.parse(row.value_json));
    const key = asTextKey(row.text_key);
    const text = words.markdown(key, values);
    return { version: 1, card: noticeCard.render({ text }), summary: words.plain(key, values) };
  },
});
