import type { Feature } from '../feature.ts';
import { turnNames, turnSettings, turnSyncs } from './chat/actions.ts';
import { settingsCommand, syncsCommand } from './chat/commands.ts';
import { dataSharesSection } from './policy.ts';
import { syncsSource } from './source.ts';

/** What is shared with others and received from them: synchronizations, settings, and a watch for failures. */
export const dataShare: Feature = {
  name: 'data-share',
  commands: [syncsCommand, settingsCommand],
  actions: [turnNames, turnSyncs, turnSettings],
  sources: [syncsSource],
  sections: [dataSharesSection],
};
