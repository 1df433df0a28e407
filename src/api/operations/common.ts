import { z } from 'zod';
import type { Progress } from '../operation.ts';
import { lenient, word } from '../response/response.ts';

const text = z.string().optional();
const creator = word('User', 'Application', 'ManagedIdentity', 'Key').optional();

/** Who made a record and who changed it last (documents 1 and 2, systemData). */
export const systemData = lenient({
  createdAt: text,
  createdBy: text,
  createdByType: creator,
  lastModifiedAt: text,
  lastModifiedBy: text,
  lastModifiedByType: creator,
});

/** Tags by their names; one whose value is no text is left out. */
export const textTags = z
  .record(z.string(), z.unknown())
  .transform((tags) =>
    Object.fromEntries(Object.entries(tags).filter((tag): tag is [string, string] => typeof tag[1] === 'string')),
  );

const ends: ReadonlyMap<string, Progress> = new Map([
  ['Succeeded', 'succeeded'],
  ['Failed', 'failed'],
  ['Canceled', 'failed'],
]);

/** Final are Succeeded, Failed and Canceled (vendor-facts section 3); with every other word, known or not, it goes on. */
export const provisioningProgress = ({
  provisioningState = '',
}: {
  readonly provisioningState?: string | undefined;
}): Progress => ends.get(provisioningState) ?? 'running';
