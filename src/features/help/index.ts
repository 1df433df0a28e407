import type { Feature } from '#features/feature.ts';
import { turnTopic } from './chat/actions.ts';
import { help as helpCommand, settings, whereAmI, whoami } from './chat/commands.ts';
import { welcome, welcomeRenderer } from './welcome.ts';

/** Help, settings, and the ids of the person and the conversation. */
export const help: Feature = {
  name: 'help',
  commands: [helpCommand, settings, whoami, whereAmI],
  actions: [turnTopic],
  renderers: (services) => [welcomeRenderer(services)],
  installed: welcome,
};
