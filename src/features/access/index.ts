import type { Feature } from '../feature.ts';
import { askFromMessage, pressAsk, pressRemove, pressRemoveOne, turnMine, turnPlace, turnRoles } from './actions.ts';
import { myAccess, removeAccess, requestRole, roles, whoHasAccess, whoHasAccessNow } from './commands.ts';
import { grant } from './grant.ts';
import { grantMigrations } from './grants.ts';
import { askForAccess } from './offers.ts';
import { removal } from './remove.ts';
import { removeForm } from './remove-form.ts';
import { requestForm } from './request-form.ts';
import { accessSection } from './section.ts';

/** Eligible roles: asking for them, seeing who has them, taking them away. */
export const access: Feature = {
  name: 'access',
  commands: [requestRole, roles, myAccess, whoHasAccess, whoHasAccessNow, removeAccess],
  actions: [pressRemove, pressAsk, pressRemoveOne, turnMine, turnPlace, turnRoles],
  messageActions: [askFromMessage],
  forms: [requestForm, removeForm],
  changes: [grant, removal],
  offers: [askForAccess],
  sections: [accessSection],
  migrations: grantMigrations,
};
