import type { Markdown } from '#platform/lib/text.ts';

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
