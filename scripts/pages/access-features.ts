import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ROOT } from '../../test/house/source.ts';

const feature = z.strictObject({
  feature: z.string(),
  file: z.string(),
  /** The title of the test in that file. */
  test: z.string(),
});

/** What people expect of a system for access requests, and the test that plays each over HTTP. */
export const accessFeatureList = z
  .array(feature)
  .parse(JSON.parse(readFileSync(join(ROOT, 'scripts/pages/access-features.json'), 'utf8')));

/** From docs/ to a test. */
const link = ({ feature, file }: (typeof accessFeatureList)[number]): string => `[${feature}](../${file})`;

/** The end of docs/commands.md. */
export const accessFeatures = `## Access, feature by feature

Each leads to a test that plays it over HTTP.

${accessFeatureList.map((one) => `- ${link(one)}\n`).join('')}`;
