import { createRegistry } from '#bot/commands/registry.ts';
import { createUnderstanding, type Understanding } from '#bot/understanding/understanding.ts';
import { features, interpreterConfig } from '#features/index.ts';
import { loadTexts } from '#platform/texts/texts.ts';

export const registry = createRegistry({
  commands: features.flatMap(({ commands = [] }) => commands),
  actions: [],
  messageActions: [],
  forms: [],
});

/** As the process has it, with all features. */
export const newUnderstanding = (): Understanding => createUnderstanding(interpreterConfig(registry, loadTexts()));
