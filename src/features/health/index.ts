import type { Feature } from '../feature.ts';
import { pressDetails, turnPage } from './chat/actions.ts';
import { health as healthCommand } from './chat/commands.ts';
import { detailsRenderer } from './details.ts';
import { healthSection } from './policy.ts';
import { healthSource } from './source.ts';

/** What goes on at the vendor: on demand, and for channels that watch. */
export const health: Feature = {
  name: 'health',
  commands: [healthCommand],
  actions: [turnPage, pressDetails],
  sources: [healthSource],
  renderers: (services) => [detailsRenderer(services)],
  sections: [healthSection],
};
