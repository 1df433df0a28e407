import { type Command, createRegistry } from '#bot/commands/registry.ts';
import { route } from '#bot/commands/router.ts';

/** The arguments that a typed text gives to one of these commands; undefined where it is none of them. */
export const typedArguments = (commands: readonly Command[]) => {
  const registry = createRegistry({ commands, actions: [], messageActions: [], forms: [] });
  return (text: string): Readonly<Record<string, string>> | undefined => {
    const found = route(registry, text);
    return found.kind === 'command' ? found.arguments : undefined;
  };
};
