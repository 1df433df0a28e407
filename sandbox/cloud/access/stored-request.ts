import { iso } from '../../../src/platform/lib/clock.ts';
import { type Answer, type Call, Refusal } from '../operation.ts';
import type { ScheduleRow, VendorTables } from '../tables.ts';
import { commonProperties, recordId } from './records.ts';
import type { EligibilityRequest } from './request-body.ts';
import { findPlace, isGuid, lastSegment } from './scope.ts';

interface RequestRecord {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

type RequestRow = VendorTables['requests'];

/** The record of the request in its final state (docs/sources.md, Roles). */
export const requestRecord = (
  call: Call,
  { name, request }: { readonly name: string; readonly request: EligibilityRequest },
  schedule: ScheduleRow,
): RequestRecord => {
  const { world } = call;
  const { window, justification, ticket } = request;
  return {
    id: recordId(world, schedule.scope, 'roleEligibilityScheduleRequests', name),
    name,
    type: `${world.namespace}.Authorization/roleEligibilityScheduleRequests`,
    properties: {
      ...commonProperties(world, { ...schedule, created_at: world.clock.now() }),
      requestType: request.type,
      status: request.type === 'AdminAssign' ? 'Provisioned' : 'Revoked',
      scheduleInfo: window ? { startDateTime: iso(window.startsAt), expiration: window.expiration } : null,
      justification: justification === '' ? null : justification,
      ticketInfo: { ticketNumber: ticket.number || null, ticketSystem: ticket.system || null },
      requestorId: call.caller.principalId,
      approvalId: null,
      targetRoleEligibilityScheduleId: recordId(world, schedule.scope, 'roleEligibilitySchedules', schedule.name),
      targetRoleEligibilityScheduleInstanceId: null,
    },
  };
};

/** The current record, which is pending until its effect. @param now in milliseconds */
export const requestAnswer = (row: RequestRow, now: number, status: 200 | 201 = 201): Answer => {
  const record = JSON.parse(row.record) as RequestRecord;
  return { status, body: now >= row.settles_at ? record : withStatus(record, row.pending_status) };
};

/** Ends a pending request. */
const cancelled = ({ record }: RequestRow, now: number): Pick<RequestRow, 'record' | 'settles_at'> => ({
  record: JSON.stringify(withStatus(JSON.parse(record) as RequestRecord, 'Canceled')),
  settles_at: now,
});

const withStatus = (record: RequestRecord, status: string): RequestRecord => ({
  ...record,
  properties: { ...record.properties, status },
});

/** GET roleEligibilityScheduleRequests/{name}: a request as it is now. It does not lag. */
export const getEligibilityRequest = async (call: Call): Promise<Answer> =>
  requestAnswer(await storedRequest(call), call.world.clock.now(), 200);

/** POST …/{name}/cancel: ends a request whose assignment has not begun, and the assignment with it. */
export const cancelEligibilityRequest = async (call: Call): Promise<Answer> => {
  const { world } = call;
  const row = await storedRequest(call);
  const now = world.clock.now();
  if (now >= row.settles_at || row.pending_status === 'PendingRevocation') {
    const message = 'Only a request that is pending or granted for later can be canceled.';
    throw new Refusal(400, 'InvalidRequestStatus', message);
  }
  await world.store.transaction(async (trx) => {
    await trx.updateTable('requests').set(cancelled(row, now)).where('name', '=', row.name).execute();
    await trx.updateTable('schedules').set({ removed_at: now }).where('request_name', '=', row.name).execute();
  });
  return { status: 200 };
};

/** @throws Refusal 404 for a name that no request at this scope has */
const storedRequest = async ({ world, params }: Call): Promise<VendorTables['requests']> => {
  const place = findPlace(world, params['scope'] ?? '');
  const name = (params['name'] ?? '').toLowerCase();
  if (!isGuid(name)) throw new Refusal(400, 'InvalidRequestName', 'The name of the request must be a GUID.');
  const row = await world.store.db.selectFrom('requests').selectAll().where('name', '=', name).executeTakeFirst();
  const { id = '' } = row ? (JSON.parse(row.record) as { readonly id: string }) : {};
  if (row && id.toLowerCase().startsWith(`${place.path}/providers/`.toLowerCase()) && lastSegment(id) === name)
    return row;
  throw new Refusal(404, 'RoleAssignmentRequestNotFound', `The role assignment request '${name}' was not found.`);
};
