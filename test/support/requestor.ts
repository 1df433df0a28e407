import { createVendorClient } from '#cloud/client.ts';
import { getEligibilityRequest } from '#cloud/operations/role-eligibility.ts';
import { settingsAt } from '#platform/config/vendor-settings.ts';
import { createHttp } from '#platform/http/http.ts';
import type { Clock } from '#platform/lib/clock.ts';
import { randomIds } from '#platform/lib/ids.ts';
import { silentLog } from '#platform/lib/logger.ts';

/**
 * Whom the vendor names as the one who made a request.
 * @param vendor where it is, with an app of its own
 * @returns directory object id
 */
export const requestorOf = async (
  vendor: Parameters<typeof settingsAt>[0],
  { scope, name }: { readonly scope: string; readonly name: string },
  clock: Clock,
): Promise<string> => {
  const http = createHttp({ clock, log: silentLog });
  const client = createVendorClient({ settings: settingsAt(vendor), http, clock, ids: randomIds, log: silentLog });
  const path = { scope, roleEligibilityScheduleRequestName: name };
  const { body } = await client.raw(getEligibilityRequest, { path });
  await http.close();
  return (body as { readonly properties: { readonly requestorId: string } }).properties.requestorId;
};
