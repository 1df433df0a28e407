import type { ArgumentType } from '#bot/arguments/argument.ts';
import { choice, region, service, text } from '#bot/arguments/types.ts';

const behind = (type: ArgumentType, word: string): ArgumentType => type.after(word).with({ mayBeEmpty: true });

/** What narrows events, in a list and in a watch. */
export const eventFilters = {
  level: behind(choice('level'), 'level'),
  type: behind(choice('type'), 'type'),
  service: behind(service, 'service').with({ holdsItsWord: true }),
  region: behind(region, 'region'),
  tag: behind(text, 'tag'),
};
