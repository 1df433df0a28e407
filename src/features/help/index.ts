import type { Feature } from '../feature.ts';
import { help as helpCommand, whereAmI, whoami } from './commands.ts';

/** Finding one's way: what can be said here, who one is, where one is. */
export const help: Feature = { name: 'help', commands: [helpCommand, whoami, whereAmI] };
