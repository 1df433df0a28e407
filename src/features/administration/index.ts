import type { Feature } from '#features/feature.ts';
import { freezeRenderer } from './cards/freeze-card.ts';
import { personRenderer } from './cards/report-card.ts';
import { revocationRenderer } from './cards/revocation-card.ts';
import { freeze, freezeForm, unfreeze, unfreezeForm } from './chat/freeze-forms.ts';
import { policyCommand, whoIs } from './chat/policy-commands.ts';
import { revokeAllOf, revokeForm } from './chat/revoke-form.ts';
import { removalsJob } from './revocation.ts';
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
