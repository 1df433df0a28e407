import type { CardJson } from '../cards/define-card.ts';
import type { FileCard } from '../connector/file-card.ts';
import type { Words } from '../texts/texts.ts';

export interface Rendered {
  /** The row version that this shows; a copy never returns to a lower one. */
  readonly version: number;
  readonly card: CardJson;
  /** Shown instead of the card, in a personal chat. */
  readonly file?: FileCard;
  /** For the toast and the activity feed. */
  readonly summary: string;
}

/** Renders every variant of one kind of subject from the current row; undefined when there is nothing to show any more. */
export interface Renderer {
  readonly kind: string;
  /** Its messages are sent once and never edited, so old copies are deleted. */
  readonly once?: true;
  render(id: string, face: string, words: Words): Promise<Rendered | undefined>;
}
