import type { Feature } from '../feature.ts';
import { accept } from './accept.ts';
import { acceptForm } from './accept-form.ts';
import { pressAccept, turnAll, turnMine } from './actions.ts';
import { acceptOwnership, createSubscription, subscriptionRequests } from './commands.ts';
import { create } from './create.ts';
import { aliasForm, newForm } from './create-form.ts';
import { subscriptionMigrations } from './made.ts';
import { subscriptionsSection } from './section.ts';

/** Subscriptions: creating them, giving existing ones an alias, and accepting their ownership. */
export const subscriptions: Feature = {
  name: 'subscriptions',
  commands: [createSubscription, acceptOwnership, subscriptionRequests],
  actions: [turnMine, turnAll, pressAccept],
  forms: [newForm, aliasForm, acceptForm],
  changes: [create, accept],
  sections: [subscriptionsSection],
  migrations: subscriptionMigrations,
};
