import { z } from 'zod';
import { lenient, word } from '../response/lenient.ts';

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
