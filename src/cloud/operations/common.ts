import { z } from 'zod';
import type { Progress } from '#cloud/operation.ts';
import { lenient, word } from '#cloud/response/response.ts';

const text = z.string().optional();
const creator = word('User', 'Application', 'ManagedIdentity', 'Key').optional();

const ZONE = /(?:Z|[+-]\d\d:?\d\d)$/i;

/** A moment; without a zone it is UTC, as all of the vendor's times are. */
export const moment = z.iso
  .datetime({ offset: true, local: true })
  .overwrite((text) => (ZONE.test(text) ? text : `${text}Z`));

/** Who created a record and who changed it last (docs/sources.md, Reading and writing). */
export const systemData = lenient({
  createdAt: text,
  createdBy: text,
  createdByType: creator,
  lastModifiedAt: text,
  lastModifiedBy: text,
  lastModifiedByType: creator,
});

/** Tags by name; one whose value is not a text is skipped. */
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

/** Succeeded, Failed and Canceled are final (docs/sources.md, Long-running operations); every other state, known or not, is running. */
export const provisioningProgress = ({
  provisioningState = '',
}: {
  readonly provisioningState?: string | undefined;
}): Progress => ends.get(provisioningState) ?? 'running';
