import { z } from 'zod';
import { demoData } from '../demo-data.ts';
import { type Script, scriptSchema } from './script.ts';

const { incident, review, ...demo } = z
  .strictObject({ story: z.array(scriptSchema), incident: scriptSchema, review: scriptSchema })
  .parse(demoData('health/story.json'));

/** Every event of the demo data, in the order of the lists. */
export const story: readonly Script[] = demo.story;

/** The event whose texts are only in its details. */
export const sensitiveEvent = 'SECU-3D9';

/** An incident with all its stages within three minutes, and the review that follows it. */
export const demoIncident = (names: readonly [string, string], externalIncidentId: string): readonly Script[] =>
  [incident, review].map((script, index) => ({
    ...script,
    name: names[index] ?? script.name,
    properties: { ...script.properties, externalIncidentId },
  }));
