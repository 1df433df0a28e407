import type { Feature } from '#features/feature.ts';
import { profileCommand, removeUserCommand, vocabulary } from './chat/commands.ts';
import { removeUserForm } from './chat/remove-user-form.ts';
import { appsSection } from './policy.ts';
import { probes } from './probes.ts';
import { removeUser } from './remove-user.ts';

/** Apps of the app-management service: removing users, and Steward's own profile. */
export const apps: Feature = {
  name: 'apps',
  commands: [removeUserCommand, profileCommand],
  vocabulary,
  forms: [removeUserForm],
  changes: [removeUser],
  probes,
  sections: [appsSection],
};
