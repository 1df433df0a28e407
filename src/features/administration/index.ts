import type { Feature } from '#features/feature.ts';
import { freezeRenderer } from './cards/freeze-card.ts';
import { personRenderer } from './cards/person-card.ts';
import { revocationRenderer } from './cards/revocation-card.ts';
import { freeze, unfreeze } from './chat/freeze-commands.ts';
import { freezeForm } from './chat/freeze-form.ts';
import { policyCommand, whoIs } from './chat/policy-commands.ts';
import { revokeAllOf } from './chat/revoke-commands.ts';
import { revokeForm } from './chat/revoke-form.ts';
import { unfreezeForm } from './chat/unfreeze-form.ts';
import { removalsJob } from './removals-job.ts';
import { administrationMigrations } from './store.ts';

/** What the policy's administrators do in chat: stop what gives access, see the policy, and revoke all of a person. */
export const administration: Feature = {
  name: 'administration',
  commands: [freeze, unfreeze, policyCommand, whoIs, revokeAllOf],
  forms: [freezeForm, unfreezeForm, revokeForm],
  renderers: (services) => [freezeRenderer(services), personRenderer(services), revocationRenderer(services)],
  jobs: (services) => [removalsJob(services)],
  migrations: administrationMigrations,
};
