import type { Feature } from '../feature.ts';
import { removeUserCommand } from './commands.ts';
import { removeUser } from './remove-user.ts';
import { removeUserForm } from './remove-user-form.ts';
import { appsSection } from './section.ts';

/** Apps of the app-management service: taking users out. */
export const apps: Feature = {
  name: 'apps',
  commands: [removeUserCommand],
  forms: [removeUserForm],
  changes: [removeUser],
  sections: [appsSection],
};
