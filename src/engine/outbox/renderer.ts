import { z } from 'zod';
import type { Markdown } from '#platform/lib/text.ts';
import type { Database } from '#platform/storage/database.ts';
import { asTextKey, type Words } from '#platform/texts/texts.ts';
import type { CardJson } from '#teams/cards/define-card.ts';
import { noticeCard } from '#teams/cards/notice-card.ts';
import type { FileCard } from '#teams/connector/upload.ts';
import { findNotice } from './repository.ts';

export interface Rendered {
  /** The row version that this shows; a copy never returns to a lower one. */
  readonly version: number;
  readonly card: CardJson;
  /** Shown instead of the card, in a personal chat. */
  readonly file?: FileCard;
  /** Posted instead of the card, in a channel: a text that mentions people. */
  readonly mention?: Mention;
  /** For the toast and the activity feed. */
  readonly summary: string;
  /** Absent where all views are alike. */
  readonly views?: Views;
  /** Who may press its buttons, where its row says so; otherwise each button's action does. */
  readonly viewers?: Viewers;
  /** The viewer has buttons that the card does not have for everybody. */
  readonly hasOwn?: true;
}

/** A message that mentions those of these people who are in its conversation; none of them there: it is not posted. */
export interface Mention {
  readonly people: readonly { readonly objectId: string; readonly name: string }[];
  /** @param tags the people's names as Teams wants them */
  compose(tags: readonly string[]): string;
  /** Hears who is not in the conversation, before the post; again when the post is tried again. */
  absent(objectIds: readonly string[]): Promise<void>;
}

/** The people who may press a card's buttons. */
export interface Viewers {
  /** Directory object ids, in lower case, of all who come into question, the most concerned first. */
  readonly people: readonly string[];
  /** @param objectId `SHARED` for the card that several people see */
  may(objectId: string): boolean;
}

/** The one person who sees a card: in their own chat, or as the answer to what they pressed or to what their client asked for. */
export interface Viewer {
  /** Directory object id. */
  readonly objectId: string;
  /** They pressed to see it, and are told where there is nothing for them. */
  readonly asked?: true;
}

/** How the card that everybody sees brings people their own views of it. */
export interface Views {
  /** The action that answers with its sender's own view; it only reads. */
  readonly action: { readonly verb: string; readonly data: Readonly<Record<string, string>> };
  /** Directory object ids of the people who always have a view of their own, the most concerned first. */
  readonly people: readonly string[];
  /** Other people whose view may have more than the shared card: asked only of members of the conversation. */
  readonly others?: Viewers;
}

/** Renders every variant of one kind of subject from the current row; undefined when there is nothing to show any more. */
export interface Renderer {
  readonly kind: string;
  /** Its messages are sent once and never edited, so old copies are deleted. */
  readonly once?: true;
  /** People wait for its end: a copy that can never be edited again is replaced by a new message. */
  readonly replaced?: boolean;
  /** @param viewer undefined for a card that several people see */
  render(id: string, variant: string, words: Words, viewer?: Viewer): Promise<Rendered | undefined>;
}

/** What other cards say of an incident: of a sensitive one its id and its state. */
export interface IncidentSummary {
  /** Its id at the source. */
  readonly key: string;
  readonly open: boolean;
  /** Current state in one line, with the level while it is open. */
  readonly state: Markdown;
  /** Without markup; empty where its texts must not be shown. */
  readonly title: string;
  /** Opens its card in Teams; absent where none is posted. */
  readonly url?: string;
}

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
