import { createRegistry } from '../../src/bot/commands/registry.ts';
import { createUnderstanding, type Understanding } from '../../src/bot/understanding/understanding.ts';
import { features, understood } from '../../src/features/index.ts';
import { loadTexts } from '../../src/texts/texts.ts';

export const registry = createRegistry({
  commands: features.flatMap(({ commands = [] }) => commands),
  actions: [],
  messageActions: [],
  forms: [],
});

/** As the process has it, with all features. */
export const newUnderstanding = (): Understanding => createUnderstanding(understood(registry, loadTexts()));
