import type { CardJson } from '../cards/define-card.ts';
import type { FileCard } from '../connector/file-card.ts';
import type { Words } from '../texts/texts.ts';

export interface Rendered {
  /** The row version that this shows; a copy never goes back to a lower one. */
  readonly version: number;
  readonly card: CardJson;
  /** Shown in place of the card, in a personal chat. */
  readonly file?: FileCard;
  /** For the toast and the activity feed. */
  readonly summary: string;
}

/** Draws every face of one kind of subject from the row as it is now; undefined when there is nothing left to show. */
export interface Renderer {
  readonly kind: string;
  /** What it draws is told once and never edited, so that its copies are forgotten when they are old. */
  readonly once?: true;
  render(id: string, face: string, words: Words): Promise<Rendered | undefined>;
}
