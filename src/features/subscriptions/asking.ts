import type { Answers } from '../../cards/form.ts';
import type { Facets } from '../../changes/change-kind.ts';
import type { Policy } from '../../policy/policy.ts';
import type { Db } from '../../storage/database.ts';
import type { Words } from '../../texts/texts.ts';

/** What the questions of a form have to know: what was answered so far, who asks, and the names there are. */
export interface Asking {
  readonly answers: Answers;
  readonly who: { readonly objectId: string; readonly name: string; readonly tenantId: string };
  readonly words: Words;
  readonly policy: Policy;
  readonly db: Db;
  /** Whether some rule would take this wish from this person. */
  mayAsk(kind: string, facets: Facets): boolean;
}
