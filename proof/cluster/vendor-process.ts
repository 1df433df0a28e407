import type { Fault, RecordedRequest } from '../../sandbox/cloud/faults/faults.ts';
import { createVendorSandbox } from '../../sandbox/cloud/vendor-sandbox.ts';
import { randomIds } from '../../src/platform/lib/ids.ts';
import { silentLog } from '../../src/platform/lib/logger.ts';
import type { BotStart } from './bot-process.ts';
import { createMovingClock } from './moving-clock.ts';
import { serve } from './serve-parent.ts';

/** What the parent may ask of the process of the vendor. */
export interface VendorFunctions {
  setAhead(ms: number): void;
  at(): BotStart['vendor'];
  fault(fault: Fault): void;
  /** Forgets the requests seen too. */
  clearFaults(): void;
  seen(): readonly RecordedRequest[];
}

const [, , store = ''] = process.argv;
const clock = createMovingClock();
const vendor = await createVendorSandbox({
  port: 0,
  namespace: 'Vendor',
  store,
  clock,
  ids: randomIds,
  log: silentLog,
  anyPrincipal: false,
  listLagMs: 0,
  minimumActiveMs: 0,
});
await vendor.start();

const functions: VendorFunctions = {
  setAhead: clock.setAhead,
  at: () => ({
    url: vendor.url,
    tokenUrl: vendor.tokenUrl,
    ...vendor.client,
    keys: vendor.keys,
  }),
  fault: (fault) => vendor.faults.set(fault),
  clearFaults: () => vendor.faults.clear(),
  seen: () => vendor.faults.seen(),
};

serve(functions);
