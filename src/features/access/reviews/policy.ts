import { z } from 'zod';
import { namesSchema } from '#engine/changes/decision/stages.ts';
import { DAY } from '#platform/lib/clock.ts';
import { durationSchema } from '#policy/model/entries.ts';
import type { PolicyBase } from '#policy/policy.ts';
import { type SectionProblem, unknownConversation, unknownGroups, unknownPlace } from '#policy/section.ts';

const length = durationSchema('"14 days" or "90 days"');
const USUAL_TIME = '14 days';

const entry = z.strictObject({
  /** The key of the place; everything below it belongs to it. */
  place: z.string(),
  /** How often a review begins by itself; only on request if absent. */
  every: length.refine((ms) => ms >= DAY, 'is too often → write at least "1 day"').optional(),
  /** By default those who decide on the role there. */
  reviewers: namesSchema.optional(),
  /** How long the reviewers have. */
  within: length.prefault(USUAL_TIME),
  /** What becomes of access that nobody answered for. */
  unanswered: z.enum(['keep', 'remove']).default('keep'),
  /** Whether keeping wants a reason too. */
  reasonToKeep: z.boolean().default(false),
  /** The conversation that gets the report of a review that began by itself; by default the operators'. */
  report: z.string().optional(),
});

/** Reviews of access, one entry for each place. */
export const reviewsSchema = z.array(entry).max(100).default([]);
export type ReviewEntry = z.output<typeof entry>;

/** What holds for a place without an entry. */
export const usualEntry = (place: string): ReviewEntry => entry.parse({ place });

/** Names that the policy does not have, and places with two entries. */
export const reviewProblems = (entries: readonly ReviewEntry[], policy: PolicyBase): readonly SectionProblem[] =>
  entries.flatMap(({ place, reviewers = [], report, every, within }, index) => {
    const path = ['reviews', index];
    const first = entries.findIndex((other) => other.place === place);
    return [
      ...unknownPlace(policy, place, [...path, 'place']),
      ...unknownGroups(policy, reviewers, [...path, 'reviewers']),
      ...(report === undefined ? [] : unknownConversation(policy, report, [...path, 'report'])),
      ...(first === index
        ? []
        : [
            {
              path: [...path, 'place'],
              message: `"${place}" has an earlier entry`,
              remedy: 'write one entry for each place',
            },
          ]),
      ...(every !== undefined && every < within
        ? [
            {
              path: [...path, 'every'],
              message: 'the next review would begin before the one before it ends',
              remedy: 'write a longer "every" or a shorter "within"',
            },
          ]
        : []),
    ];
  });
