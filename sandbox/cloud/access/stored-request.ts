import type { Answer, Call } from '../operation.ts';
import { Refusal } from '../refusal.ts';
import type { VendorTables } from '../tables.ts';
import { cancelled, requestAnswer } from './request-record.ts';
import { findPlace, isGuid, lastSegment } from './scope.ts';

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
