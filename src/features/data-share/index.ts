import type { Feature } from '#features/feature.ts';
import { syncsSource } from './alert-source.ts';
import { turnSettings, turnShares, turnSyncs } from './chat/actions.ts';
import { settingsCommand, syncsCommand } from './chat/commands.ts';
import { vocabulary } from './chat/vocabulary.ts';
import { dataSharesSection } from './policy.ts';
import { probes } from './probes.ts';

/** Shares and share subscriptions: synchronizations, schedules, and alerts for failures. */
export const dataShare: Feature = {
  name: 'data-share',
  commands: [syncsCommand, settingsCommand],
  vocabulary,
  actions: [turnShares, turnSyncs, turnSettings],
  sources: [syncsSource],
  probes,
  sections: [dataSharesSection],
};
