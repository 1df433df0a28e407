import { createHash } from 'node:crypto';
import { z } from 'zod';

const mismatchKinds = ['outside', 'gone', 'changed', 'forbidden'] as const;
export type MismatchKind = (typeof mismatchKinds)[number];

/** What of a grant differs from what was approved. */
export const differences = ['start', 'end', 'condition', 'request', 'removed'] as const;
export type Difference = (typeof differences)[number];

const moment = z.number().optional();
const named = z.object({ key: z.string(), title: z.string() });

/** An eligibility as the vendor lists it; moments in milliseconds since 1970, no end: permanent. */
const current = z.object({
  id: z.string(),
  start: moment,
  end: moment,
  held: z.enum(['direct', 'group', 'inherited']),
  through: z.string(),
  condition: z.string().optional(),
});

/** A grant of Steward's: the change that granted it, and the approved window. */
const approved = z.object({ change: z.string(), ref: z.string(), start: z.number(), end: moment });

/** One difference between the vendor's eligibilities, Steward's grants and the policy. It is stored as JSON. */
export const mismatchSchema = z.object({
  kind: z.enum(mismatchKinds),
  /** Equal for the same mismatch with the same details: what changes is another mismatch. */
  mark: z.string(),
  person: z.object({ objectId: z.string(), name: z.string() }),
  role: named.extend({ id: z.string() }),
  place: named.extend({ scope: z.string() }),
  /** Absent where the vendor has nothing. */
  current: current.optional(),
  /** Absent where Steward granted nothing. */
  approved: approved.optional(),
  differences: z.array(z.enum(differences)),
  /** Why the policy would not allow it now: a text and its values. */
  forbidden: z
    .object({ text: z.string(), values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])) })
    .optional(),
});
export type Mismatch = z.infer<typeof mismatchSchema>;

/** The mismatch with its mark: a digest of what it is about and of each detail that may change. */
export const withMark = (mismatch: Omit<Mismatch, 'mark'>): Mismatch => {
  const { kind, current: found, approved: granted, differences: differ, forbidden } = mismatch;
  const details = [found?.id, found?.start, found?.end, found?.condition, granted?.change, differ, forbidden];
  const mark = createHash('sha256')
    .update(JSON.stringify([kind, details]))
    .digest('base64url')
    .slice(0, 22);
  return { ...mismatch, mark };
};
