import { createHash } from 'node:crypto';
import { MINUTE, SECOND } from '../../../src/platform/lib/clock.ts';
import type { Trx } from '../../../src/platform/storage/database.ts';
import { invalid } from '../any-case.ts';
import type { Caller } from '../identities.ts';
import { type Answer, type Call, Refusal, type World } from '../operation.ts';
import type { Place } from '../story/places.ts';
import { findRole, type Role, type RolePolicy, type RuleName, ruleNames } from '../story/roles.ts';
import type { ScheduleRow, VendorTables } from '../tables.ts';
import { type EligibilityRequest, readEligibilityRequest } from './request-body.ts';
import { isLive } from './schedules.ts';
import { findPlace, isGuid, lastSegment } from './scope.ts';
import { requestAnswer, requestRecord } from './stored-request.ts';

interface Draft {
  readonly name: string;
  readonly place: Place;
  readonly role: Role;
  readonly request: EligibilityRequest;
  /** The moment of the effect: later than now only with the fault `pending`. */
  readonly effectiveAt: number;
}

/** PUT roleEligibilityScheduleRequests/{name}: grants or removes in one transaction (spec/1, endpoint 2). */
export const createEligibilityRequest = async (call: Call): Promise<Answer> => {
  const { world, params } = call;
  const place = findPlace(world, params['scope'] ?? '');
  const name = (params['name'] ?? '').toLowerCase();
  if (!isGuid(name)) throw new Refusal(400, 'InvalidRequestName', 'The name of the request must be a GUID.');
  const request = readEligibilityRequest(call.body);
  const role = findRequestedRole(world, place, request.roleDefinitionId);
  if (!world.directory.find(request.principal)) throw subjectNotFound();
  const digest = createHash('sha256').update(`${place.path} ${call.bodyText}`).digest('hex');
  return world.store.transaction(async (trx) => {
    const earlier = await trx.selectFrom('requests').selectAll().where('name', '=', name).executeTakeFirst();
    if (earlier) return reused(call, earlier, digest);
    checkRules(call, role, request);
    const effectiveAt = world.clock.now() + (world.faults.take('pending', call.operation)?.ms ?? 0);
    const draft = { name, place, role, request, effectiveAt };
    const schedule = await (request.type === 'AdminAssign' ? grant(call, trx, draft) : remove(call, trx, draft));
    const row = {
      name,
      digest,
      record: JSON.stringify(requestRecord(call, draft, schedule)),
      ...pendingState(world.clock.now(), draft),
    };
    await trx.insertInto('requests').values(row).execute();
    return requestAnswer(row, world.clock.now());
  });
};

/** A grant that begins later is granted until then. */
const pendingState = (now: number, { request: { type, window }, effectiveAt }: Draft) => {
  if (type === 'AdminRemove') return { pending_status: 'PendingRevocation', settles_at: effectiveAt };
  return {
    pending_status: effectiveAt > now ? 'PendingProvisioning' : 'Granted',
    settles_at: Math.max(effectiveAt, window?.startsAt ?? 0),
  };
};

/**
 * The role id must have the documented form, and its subscription must be the scope's, or one below a management group;
 * there, and only there, the form without a subscription is accepted too.
 */
const findRequestedRole = (world: World, place: Place, definition: string): Role => {
  const path = `/providers/${world.namespace}.Authorization/roleDefinitions/${lastSegment(definition)}`.toLowerCase();
  const below = [place, ...world.places.below(place)].flatMap(({ subscriptionId }) => subscriptionId ?? []);
  const allowed = [
    ...(place.subscriptionId === undefined ? [path] : []),
    ...below.map((id) => `/subscriptions/${id}${path}`),
  ];
  if (!allowed.includes(definition.toLowerCase()))
    throw invalid('RoleDefinitionId is not the fully qualified id of a role definition at this scope.');
  const role = findRole(lastSegment(definition));
  if (!role)
    throw new Refusal(404, 'RoleDefinitionDoesNotExist', `The role definition '${definition}' does not exist.`);
  return role;
};

/** A principal that does not exist, or has not reached every part of the directory yet. */
const subjectNotFound = (): Refusal => new Refusal(400, 'SubjectNotFound', 'The subject is not found.');

/** A reused GUID: a conflict, or the same answer for the same body with the fault reused-guid. */
const reused = (call: Call, earlier: VendorTables['requests'], digest: string): Answer => {
  const answer = call.world.faults.take('reused-guid', call.operation)?.answer ?? 'conflict';
  if (answer === 'exists') throw assignmentExists(call);
  if (answer === 'success' && earlier.digest === digest) return requestAnswer(earlier, call.world.clock.now());
  throw new Refusal(409, 'Conflict', `A role assignment request with Id: ${earlier.name} already exists.`);
};

const checkRules = (call: Call, role: Role, request: EligibilityRequest): void => {
  const { faults } = call.world;
  const forced = faults.take('rule', call.operation)?.rules ?? [];
  const free = request.type === 'AdminRemove' && faults.take('free-removal', call.operation) !== undefined;
  const failed = free ? forced : failedRules(role.policy, request, forced, call.caller);
  if (failed.length === 0) return;
  const message = `The following policy rules failed: ${JSON.stringify(failed)}`;
  throw new Refusal(400, 'RoleAssignmentRequestPolicyValidationFailed', message);
};

const grant = async (call: Call, trx: Trx<VendorTables>, draft: Draft): Promise<ScheduleRow> => {
  const { clock, ids } = call.world;
  const { window } = draft.request;
  if (!window?.expiration) throw invalid('ScheduleInfo.Expiration is required.');
  if (window.endsAt !== null && window.endsAt <= clock.now()) throw invalid('The end of the assignment has passed.');
  const live = await findLive(call, trx, draft);
  const adjacent = call.world.faults.take('adjacent-assignments', call.operation) !== undefined;
  if (live.some((row) => !adjacent || overlaps(row, window))) throw assignmentExists(call);
  return trx
    .insertInto('schedules')
    .values({
      name: ids.guid(),
      instance_name: ids.guid(),
      request_name: draft.name,
      scope: draft.place.path,
      role: draft.role.id,
      principal: draft.request.principal,
      starts_at: window.startsAt,
      ends_at: window.endsAt,
      created_at: clock.now(),
      effective_at: draft.effectiveAt,
      removed_at: null,
      condition: draft.request.condition?.text ?? null,
      condition_version: draft.request.condition?.version ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
};

const overlaps = (
  row: Pick<ScheduleRow, 'starts_at' | 'ends_at'>,
  { startsAt, endsAt }: NonNullable<EligibilityRequest['window']>,
): boolean => (endsAt === null || row.starts_at < endsAt) && (row.ends_at === null || startsAt < row.ends_at);

const assignmentExists = ({ world, operation }: Call): Refusal => {
  const status = world.faults.take('assignment-exists', operation)?.status ?? 400;
  return new Refusal(status, 'RoleAssignmentExists', 'The Role assignment already exists.');
};

/** What has not begun does not exist yet: its request can be cancelled. */
const remove = async (call: Call, trx: Trx<VendorTables>, draft: Draft): Promise<ScheduleRow> => {
  const now = call.world.clock.now();
  const live = (await findLive(call, trx, draft)).find((row) => row.starts_at <= now);
  if (!live) throw new Refusal(400, 'RoleAssignmentDoesNotExist', 'The Role assignment does not exist.');
  requireMinimumDuration(call, live);
  await trx.updateTable('schedules').set({ removed_at: draft.effectiveAt }).where('seq', '=', live.seq).execute();
  return live;
};

/** An assignment must be in force for some minutes before it can be removed. */
const requireMinimumDuration = ({ world, operation }: Call, { effective_at, starts_at }: ScheduleRow): void => {
  const minimum = world.faults.take('minimum-duration', operation)?.ms ?? world.minimumActiveMs;
  if (world.clock.now() - Math.max(effective_at, starts_at) >= minimum) return;
  const [count, unit] = minimum % MINUTE === 0 ? [minimum / MINUTE, 'minutes'] : [minimum / SECOND, 'seconds'];
  const message = `The Active duration is too short. Miniumum Required is ${count} ${unit}.`;
  throw new Refusal(400, 'ActiveDurationTooShort', message);
};

/** The direct assignments of the role to the principal at this place: one, unless they may follow each other. */
const findLive = async (call: Call, trx: Trx<VendorTables>, draft: Draft): Promise<readonly ScheduleRow[]> => {
  const rows = await trx
    .selectFrom('schedules')
    .selectAll()
    .where('scope', '=', draft.place.path)
    .where('role', '=', draft.role.id)
    .where('principal', '=', draft.request.principal)
    .execute();
  return rows.filter((row) => isLive(row, call.world.clock.now()));
};

/**
 * The rules of the role's policy that refuse this request, in the documents' order.
 * A role that requires multi-factor authentication refuses every program that calls in its own name.
 * @param forced rules that a fault makes fail
 */
const failedRules = (
  policy: RolePolicy,
  request: EligibilityRequest,
  forced: readonly RuleName[],
  { person }: Caller,
): readonly RuleName[] => {
  const failed: Readonly<Record<RuleName, boolean>> = {
    ExpirationRule: tooLong(policy, request),
    JustificationRule: policy.justification && request.justification === '',
    EligibilityRule: false,
    TicketingRule: policy.ticketing && request.ticket.number === '',
    MfaRule: policy.mfa && person?.secondFactor !== true,
  };
  return ruleNames.filter((rule) => failed[rule] || forced.includes(rule));
};

const tooLong = (policy: RolePolicy, { window }: EligibilityRequest): boolean => {
  if (!window) return false;
  return window.endsAt === null ? policy.expirationRequired : window.endsAt - window.startsAt > policy.maximumMs;
};
