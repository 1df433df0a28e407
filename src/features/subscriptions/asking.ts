import type { Answers } from '../../cards/form.ts';
import type { RuleQuestion } from '../../changes/decision/rules.ts';
import type { Policy } from '../../policy/policy.ts';
import type { Db } from '../../storage/database.ts';
import type { Words } from '../../texts/texts.ts';
import type { Services } from '../feature.ts';

/** What the questions of a form have to know: what was answered so far, who asks, and the names there are. */
export interface Asking {
  readonly answers: Answers;
  readonly who: { readonly objectId: string; readonly name: string; readonly tenantId: string };
  readonly words: Words;
  readonly policy: Policy;
  readonly db: Db;
  /** Whether some rule would take this wish from this person; of a facet with several words any one would do. */
  mayAsk(kind: string, facets: RuleQuestion['facets']): boolean;
}

/** What is needed of a form's context; a form hands in the whole of it. */
interface Context extends Pick<Asking, 'answers'> {
  readonly turn: Pick<Asking, 'who' | 'words'>;
  readonly services: Services;
}

/** What a form's questions are asked with. */
export const askingOf = ({ answers, turn, services }: Context): Asking => ({
  answers,
  who: turn.who,
  words: turn.words,
  policy: services.policy.current(),
  db: services.database.db,
  mayAsk: (kind, facets) => services.changes.mayAsk({ kind, facets, requester: turn.who.objectId, forSelf: false }),
});
