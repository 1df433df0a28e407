import { z } from 'zod';
import type { FaultsView } from '../api.ts';
import type { InvokeFaults } from '../channel/invoke-faults.ts';
import type { Faults } from '../connector/faults.ts';
import { namedFault } from '../connector/named-faults.ts';
import { json, type Route } from '../http/answer.ts';
import { read } from '../http/page-arguments.ts';
import type { VendorControl } from './vendor-control.ts';

const count = z.int().min(1).max(1_000).optional();
const seconds = z.number().min(0).max(600).optional();

const connectorFault = z.strictObject({
  kind: z.enum([
    'throttled',
    'precondition',
    'not-in-roster',
    'blocked-by-user',
    'disabled-by-admin',
    'writes-blocked',
    'not-found',
    'too-large',
    'lost-after-accepting',
    'bad-gateway',
    'slow',
  ]),
  on: z.enum(['send', 'edit', 'create', 'members']).optional(),
  count,
  seconds,
});
const invokeFault = z.strictObject({ kind: z.enum(['again', 'late']), count, seconds });
const clockMove = z.strictObject({ advanceMs: z.int().min(0) });
const nothing = z.strictObject({});

/** Troubles by hand, for the panel of the chat page (api.ts has the types). */
export const createFaultRoutes = (deps: {
  connector: Faults;
  invokes: InvokeFaults;
  vendor: VendorControl;
}): readonly Route[] => {
  const { connector, invokes, vendor } = deps;
  const view = async (): Promise<FaultsView> => {
    const there = await vendor.read();
    return { connector: connector.list(), invokes: invokes.list(), ...(there ? { vendor: there } : {}) };
  };
  return [
    { method: 'GET', path: '/api/faults', handle: async () => json(200, await view()) },
    {
      method: 'POST',
      path: '/api/faults/connector',
      handle: async (call) => {
        connector.next(namedFault(read(connectorFault, await call.json())));
        return json(200, await view());
      },
    },
    {
      method: 'POST',
      path: '/api/faults/invokes',
      handle: async (call) => {
        invokes.next(read(invokeFault, await call.json()));
        return json(200, await view());
      },
    },
    {
      method: 'DELETE',
      path: '/api/faults',
      handle: async () => {
        connector.clear();
        invokes.clear();
        return json(200, await view());
      },
    },
    {
      method: 'POST',
      path: '/api/faults/vendor',
      handle: async (call) => vendor.switch('faults', await call.json()),
    },
    {
      method: 'POST',
      path: '/api/faults/clock',
      handle: async (call) => vendor.switch('clock', read(clockMove, await call.json())),
    },
    {
      method: 'POST',
      path: '/api/faults/incident',
      handle: async (call) => vendor.switch('incident', read(nothing, await call.json())),
    },
  ];
};
