import { randomIds } from '../../../src/lib/ids.ts';
import { silentLog } from '../../../src/lib/logger.ts';
import type { ConnectorFaultKind } from '../../../src/sandbox/teams/api.ts';
import { createVendorSandbox, type VendorSandbox } from '../../../src/sandbox/vendor/vendor-sandbox.ts';
import { createHarness, GENERAL, type Harness, message, request } from './support/harness.ts';
import { waitUntil } from '../../support/until.ts';

let harness: Harness;
beforeEach(async () => {
  harness = await createHarness();
});
afterEach(() => harness.close());

const path = `/${encodeURIComponent(GENERAL)}/activities`;
const send = (): ReturnType<Harness['connector']> => harness.connector('POST', path, message('hello'));
const api = (method: string, below: string, body?: unknown): ReturnType<typeof request> =>
  request(`${harness.sandbox.url}/api/faults${below}`, method, body);
