import { iso } from '../../../src/platform/lib/clock.ts';
import type { Answer, Call } from '../operation.ts';
import type { ScheduleRow, VendorTables } from '../tables.ts';
import { commonProperties, recordId } from './records.ts';
import type { EligibilityRequest } from './request-body.ts';

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
export const cancelled = ({ record }: RequestRow, now: number): Pick<RequestRow, 'record' | 'settles_at'> => ({
  record: JSON.stringify(withStatus(JSON.parse(record) as RequestRecord, 'Canceled')),
  settles_at: now,
});

const withStatus = (record: RequestRecord, status: string): RequestRecord => ({
  ...record,
  properties: { ...record.properties, status },
});
