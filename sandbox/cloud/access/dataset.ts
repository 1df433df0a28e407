import type { Insertable } from 'kysely';
import { z } from 'zod';
import { DAY, HOUR } from '../../../src/platform/lib/clock.ts';
import type { Ids } from '../../../src/platform/lib/ids.ts';
import { cloud, people } from '../../world.ts';
import type { Dataset } from '../dataset.ts';
import { Refusal, type World } from '../operation.ts';
import { others } from '../story/directory.ts';
import type { Place, Places } from '../story/places.ts';
import { findRole, roles } from '../story/roles.ts';
import type { VendorTables } from '../tables.ts';
import { type ControlRoute, parseBody } from '../web/exchange.ts';
import { scheduleRecord } from './records.ts';
import { isLive } from './schedules.ts';
import { findPlace, lastSegment } from './scope.ts';

/** Role eligibilities. Their tables are the sandbox's oldest. */
export const accessDataset: Dataset = {
  name: 'eligibility',
  migrations: {},
  async seed(trx, { places, ids, now }) {
    await trx.deleteFrom('requests').execute();
    await trx.deleteFrom('schedules').execute();
    await trx
      .insertInto('schedules')
      .values(demoSchedules(places, ids, now))
      .execute();
  },
  info(namespace, places) {
    const definition = (role: { readonly id: string }): string =>
      `${places.production.path}/providers/${namespace}.Authorization/roleDefinitions/${role.id}`;
    const { reader, contributor, secretsUser, accessAdministrator, owner } = cloud.roles;
    return {
      roles: {
        plain: definition(reader),
        justification: definition(contributor),
        ticket: definition(secretsUser),
        mfa: definition(accessAdministrator),
        short: definition(owner),
      },
    };
  },
};

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
const demoSchedules = (places: Places, ids: Ids, now: number): Insertable<VendorTables['schedules']>[] =>
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

const grantBody = z.strictObject({
  principal: z.guid(),
  role: z.guid(),
  scope: z.string(),
  /** Without it: no end. */
  days: z.number().positive().max(3_650).optional(),
  condition: z.string().max(1_000).optional(),
});
const endBody = z.strictObject({ id: z.string() });

/** What somebody did in the vendor's portal so long ago is in every list. */
const AGE_MS = HOUR;

/**
 * What the vendor holds, before its lists show it; and what people do in its portal: they make and remove eligibilities without
 * Steward.
 */
export const eligibilityRoutes = (world: World): Readonly<Record<string, ControlRoute>> => ({
  'GET /__sandbox/eligibilities': async () => {
    const rows = await world.store.db.selectFrom('schedules').selectAll().orderBy('seq').execute();
    const live = rows.filter((row) => isLive(row, world.clock.now()));
    return { value: live.map((row) => scheduleRecord(world, { ...row, memberType: 'Direct' })) };
  },
  'POST /__sandbox/eligibilities': async (body) => {
    const { principal, role, scope, days, condition } = parseBody(grantBody, body);
    if (!findRole(role)) throw new Refusal(404, 'RoleDefinitionDoesNotExist', 'The sandbox has no such role.');
    const created = world.clock.now() - AGE_MS;
    const row = await world.store.db
      .insertInto('schedules')
      .values({
        name: world.ids.guid(),
        instance_name: world.ids.guid(),
        request_name: world.ids.guid(),
        scope: findPlace(world, scope).path,
        role: role.toLowerCase(),
        principal: principal.toLowerCase(),
        starts_at: created,
        ends_at: days === undefined ? null : Math.round(world.clock.now() + days * DAY),
        created_at: created,
        effective_at: created,
        removed_at: null,
        condition: condition ?? null,
        condition_version: condition === undefined ? null : '2.0',
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return scheduleRecord(world, { ...row, memberType: 'Direct' });
  },
  'POST /__sandbox/eligibilities/remove': async (body) => {
    const name = lastSegment(parseBody(endBody, body).id);
    const removed = await world.store.db
      .updateTable('schedules')
      .set({ removed_at: world.clock.now() - AGE_MS })
      .where('name', '=', name)
      .returningAll()
      .executeTakeFirst();
    if (!removed) throw new Refusal(404, 'RoleAssignmentDoesNotExist', 'The vendor has no such eligibility.');
    return { removed: true };
  },
});
