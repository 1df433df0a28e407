import type { Services } from '#bot/services.ts';
import { type ButtonPress, COMMAND_BUTTON, type PressRule } from '#teams/cards/buttons.ts';
import type { Registry } from './registry.ts';
import { route } from './router.ts';

/** The people a button is for: as its action says, or the command that it sends. @returns undefined where it is for everybody */
export const pressRule = (
  registry: Registry,
  services: Services,
  { verb, data }: ButtonPress,
): PressRule | undefined => {
  if (verb === COMMAND_BUTTON) return commandRule(registry, services, String(data['text']));
  const action = registry.action(verb);
  if (!action?.may) return undefined;
  const read = action.data.safeParse(data);
  return (viewer) => read.success && action.may?.(viewer, read.data, services) === true;
};

const commandRule = (registry: Registry, services: Services, text: string): PressRule | undefined => {
  const found = route(registry, text);
  if (found.kind !== 'command' || !found.command.may) return undefined;
  const { command, arguments: said } = found;
  return (viewer) => command.may?.(viewer, said, services) === true;
};
