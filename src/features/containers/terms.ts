import { z } from 'zod';
import type { GroupSpec } from './spec.ts';

export const DEPLOY = 'containers.deploy';

/** What rules may say: nothing of it, what no name of the policy covers, several at once. */
export const NONE = 'none';
export const OTHER = 'other';
export const SEVERAL = 'several';
export const YES = 'yes';
export const NO = 'no';

/** A line that is not as it was; empty is not there. `anew`: the vendor takes it for a new group only, as a rule. */
const line = z.object({ path: z.string(), from: z.string(), to: z.string(), anew: z.boolean() });
export type ChangedLine = z.infer<typeof line>;

/** What was there when somebody asked: all that people approved rests on it. */
const standing = z.object({
  exists: z.boolean(),
  /** Of its settings, to notice when they are others by the time it is sent. */
  print: z.string(),
  /** In the vendor's words; empty where it says none. */
  state: z.string(),
  changes: z.array(line),
});
export type Standing = z.infer<typeof standing>;

export const deployTerms = z.object({
  place: z.object({
    key: z.string(),
    title: z.string(),
    subscriptionId: z.string(),
    resourceGroup: z.string(),
  }),
  /** The group's own name. */
  group: z.string(),
  spec: z.custom<GroupSpec>((value) => typeof value === 'object' && value !== null),
  /** The policy's key for where all images come from. */
  images: z.string(),
  standing,
  reason: z.string(),
});
export type DeployTerms = z.infer<typeof deployTerms>;
