import type { Words } from '#platform/texts/texts.ts';
import type { CardJson } from '#teams/cards/define-card.ts';
import type { FileCard } from '#teams/connector/file-card.ts';

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
  readonly pressers?: Pressers;
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

/** The people for whom a card's buttons are. */
export interface Pressers {
  /** Directory object ids, in lower case, of all who come into question, the most concerned first. */
  readonly people: readonly string[];
  /** @param objectId `NOBODY` for the card that several people see */
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
  /** The action that answers with the view of whoever sends it; it only reads. */
  readonly action: { readonly verb: string; readonly data: Readonly<Record<string, string>> };
  /** Directory object ids of those who have a view of their own in any case, the most concerned first. */
  readonly people: readonly string[];
  /** Whoever else may have more on theirs than the card that all see: asked only of those who are in the conversation. */
  readonly others?: Pressers;
}

/** Renders every variant of one kind of subject from the current row; undefined when there is nothing to show any more. */
export interface Renderer {
  readonly kind: string;
  /** Its messages are sent once and never edited, so old copies are deleted. */
  readonly once?: true;
  /** People wait for its end: a copy that can never be edited again is replaced by a new message. */
  readonly replaced?: boolean;
  /** @param viewer undefined for a card that several people see */
  render(id: string, face: string, words: Words, viewer?: Viewer): Promise<Rendered | undefined>;
}
