import type { Policy } from '../../policy/policy.ts';
import type { ChangeKind } from '../change-kind.ts';
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
  /** The approvals of all stages; 0: nobody decides, and it is sent at once. */
  readonly needs: number;
  /** Whether enough people can decide it. */
  readonly possible: boolean;
  readonly stages: readonly (Pick<Stage, 'quorum'> & { readonly people: readonly string[] })[];
}

/**
 * Who would decide this by the policy, with the names of the people of each stage.
 * @returns undefined where no rule lets its requester ask for it
 */
export const previewOf = (
  policy: Policy,
  kind: ChangeKind,
  { terms, requester }: Previewed,
): DecisionPreview | undefined => {
  const review = reviewOf(policy, kind, { terms, requester: { objectId: requester }, needs: 0 }, []);
  if (!review.rule) return undefined;
  const { needs, possible } = review;
  const stages = review.stages.map(({ quorum, deciders }) => ({ quorum, people: deciders.map(({ name }) => name) }));
  return { needs, possible, stages };
};
