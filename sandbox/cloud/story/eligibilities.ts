import type { Insertable } from 'kysely';
import { DAY } from '../../../src/platform/lib/clock.ts';
import type { Ids } from '../../../src/platform/lib/ids.ts';
import { cloud, people } from '../../world.ts';
import type { VendorTables } from '../tables.ts';
import { others } from './directory.ts';
import type { Place, Places } from './places.ts';
import { roles } from './roles.ts';

const { reader, contributor, secretsUser, accessAdministrator, owner } = cloud.roles;
const named = (name: string): { id: string } => {
  const role = roles.find((known) => known.name === name);
  if (!role) throw new Error(`the story has no role ${name}`);
  return role;
};

type Line = readonly [
  place: Place,
  principal: { id: string },
  role: { id: string },
  fromDay: number,
  untilDay: number | null,
];

/**
 * The eligibilities of the demo data, in days from now. No person of the chat has a direct one on the production
 * subscription or on rg-ledger, which they will request.
 */
const story = (at: Places): readonly Line[] => [
  [at.managementGroup, others.paymentsTeam, reader, -60, null],
  [at.managementGroup, others.platformTeam, named('Monitoring Reader'), -200, 150],
  [at.managementGroup, others.reconciliation, named('Billing Reader'), -20, 120],
  [at.production, others.gwen, contributor, -4, 21],
  [at.production, others.hugo, owner, -0.2, 0.8],
  [at.production, others.ines, contributor, -27, 3],
  [at.production, others.jonas, contributor, 2, 16],
  [at.production, others.kira, reader, -30, null],
  [at.production, others.luc, named('Log Analytics Reader'), -14, 60],
  [at.production, others.mina, named('Security Reader'), -90, 90],
  [at.production, others.noor, secretsUser, -1, 6],
  [at.production, others.ledgerDeploy, contributor, -10, 20],
  [at.production, others.gatewayDeploy, contributor, -12, 18],
  [at.production, others.responders, named('Monitoring Reader'), -45, 135],
  [at.production, others.platformTeam, accessAdministrator, -2, 5],
  [at.production, others.automation, reader, -100, null],
  [at.production, others.steward, named('Key Vault Reader'), -8, 40],
  [at.gateway, { id: people.ana.objectId }, reader, -21, 9],
  [at.gateway, others.luc, contributor, -3, 11],
  [at.gateway, others.gatewayDeploy, named('Network Contributor'), -40, 80],
  [at.ledger, others.mina, reader, -15, null],
  [at.ledger, others.ledgerDeploy, named('Storage Blob Data Reader'), -33, 57],
  [at.ledgerVault, others.reconciliation, secretsUser, -5, 9],
  [at.staging, others.luc, contributor, -6, 24],
  [at.staging, others.jonas, owner, -0.5, 0.5],
];

/** @param now in milliseconds; the rows are old enough for every list. */
export const demoSchedules = (places: Places, ids: Ids, now: number): Insertable<VendorTables['schedules']>[] =>
  story(places).map(([place, principal, role, fromDay, untilDay]) => {
    const written = now + Math.min(fromDay, -7) * DAY;
    return {
      name: ids.guid(),
      instance_name: ids.guid(),
      request_name: ids.guid(),
      scope: place.path,
      role: role.id,
      principal: principal.id,
      starts_at: Math.round(now + fromDay * DAY),
      ends_at: untilDay === null ? null : Math.round(now + untilDay * DAY),
      created_at: written,
      effective_at: written,
      removed_at: null,
      condition: null,
      condition_version: null,
    };
  });
