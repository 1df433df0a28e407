import type { Feature } from '#features/feature.ts';
import { healthSource } from './alert-source.ts';
import { pressDetails, turnPage } from './chat/actions.ts';
import { health as healthCommand, suggest } from './chat/commands.ts';
import { detailsRenderer } from './details.ts';
import { healthSection } from './policy.ts';
import { probes } from './probes.ts';

/** Service health: events on demand, and alerts for channels that watch. */
export const health: Feature = {
  name: 'health',
  commands: [healthCommand],
  suggest,
  actions: [turnPage, pressDetails],
  sources: [healthSource],
  renderers: (services) => [detailsRenderer(services)],
  probes,
  sections: [healthSection],
};
