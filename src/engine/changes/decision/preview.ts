import type { ChangeKind } from '../change-kind.ts';
import type { ChangesCore } from '../core.ts';
import { isAway } from '../notices/settings.ts';
import { findSettings } from '../notices/store.ts';
import { reviewOf } from './review.ts';
import type { Stage } from './stages.ts';

/** What a request would be about, if it were sent. */
export interface Previewed {
  readonly kind: string;
  readonly terms: unknown;
  /** Directory object id. */
  readonly requester: string;
}

/** Who would decide a request. */
export interface DecisionPreview {
  /** The approvals of all stages; 0: without a decision it is sent at once. */
  readonly needs: number;
  /** Whether enough people can decide it. */
  readonly possible: boolean;
  /** Whether the person in whose place somebody asks must accept it first. */
  readonly asksFirst: boolean;
  readonly stages: readonly (Pick<Stage, 'quorum'> & { readonly people: readonly PreviewedDecider[] })[];
}

interface PreviewedDecider {
  readonly name: string;
  /** As they said themselves. */
  readonly away: boolean;
}

/**
 * Who would decide this by the policy, with the names of the people of each stage.
 * @returns undefined where no rule lets its requester ask for it
 */
export const previewOf = async (
  { database, policy: current, clock }: Pick<ChangesCore, 'database' | 'policy' | 'clock'>,
  kind: ChangeKind,
  { terms, requester }: Previewed,
): Promise<DecisionPreview | undefined> => {
  const policy = current.current();
  const review = reviewOf(policy, kind, { terms, requester: { objectId: requester }, needs: 0 }, []);
  if (!review.rule) return undefined;
  const { needs, possible, asksFirst } = review;
  const ids = review.deciders.map(({ objectId }) => objectId.toLowerCase());
  const settings = await findSettings(database.db, ids);
  const away = (objectId: string): boolean => {
    const own = settings.get(objectId.toLowerCase());
    return own !== undefined && isAway(own, clock.now());
  };
  const stages = review.stages.map(({ quorum, deciders }) => ({
    quorum,
    people: deciders.map(({ name, objectId }) => ({ name, away: away(objectId) })),
  }));
  return { needs, possible, asksFirst, stages };
};
