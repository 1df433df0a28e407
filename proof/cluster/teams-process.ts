import './deciders-in-teams.ts';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { InvokeResult, MessageView } from '../../sandbox/teams/api.ts';
import type { RecordedCall } from '../../sandbox/teams/connector/call-log.ts';
import type { Fault } from '../../sandbox/teams/connector/faults.ts';
import { createTeamsSandbox, type TeamsSandbox } from '../../sandbox/teams/teams-sandbox.ts';
import { randomIds } from '../../src/platform/lib/ids.ts';
import { silentLog } from '../../src/platform/lib/logger.ts';
import { createMovingClock } from './moving-clock.ts';
import { serve } from './serve-parent.ts';

/** An activity that the bot was given, and how that ended; status 0: without an answer. */
export interface DeliveredActivity {
  readonly activity: Readonly<Record<string, unknown>> & { readonly id: string; readonly type: string };
  readonly status: number;
}

/** What the parent may ask of the process of Teams. */
export interface TeamsFunctions {
  setAhead(ms: number): void;
  /** Where the bots listen; each activity goes to the next one. */
  setBots(urls: readonly string[]): void;
  trust(): { issuer: string; openIdUrl: string; tokenUrl: string; tokenScope: string; serviceUrl: string };
  install: TeamsSandbox['install'];
  idle: TeamsSandbox['idle'];
  say: TeamsSandbox['say'];
  act: TeamsSandbox['act'];
  refresh: TeamsSandbox['refresh'];
  deliver(activity: object): Promise<{ status: number; body: unknown }>;
  /** The same to one bot; with how long that took, in milliseconds. */
  deliverTo(url: string, activity: object): Promise<{ status: number; body: unknown; ms: number }>;
  messages: TeamsSandbox['messages'];
  requests(): readonly RecordedCall[];
  fault(fault: Fault): void;
  clearFaults(): void;
  faultsLeft(): number;
  /** The newest Authorization that this channel gave, for clicks that come past it; it lives an hour. */
  authorization(): string;
  /** What the bot was given since the last `forget`, each activity id once, by how it ended last. */
  delivered(): readonly DeliveredActivity[];
  forgetDelivered(): void;
}

const [, , store = ''] = process.argv;
const clock = createMovingClock();
const delivered = new Map<string, DeliveredActivity>();
let bots: readonly string[] = [];
let turn = 0;
let authorization = '';
const aim = new AsyncLocalStorage<string>();

/** Listens on the sandbox's own fetch, by which it speaks to the bot and to nobody else. */
const { fetch } = globalThis;
globalThis.fetch = async (input, init) => {
  const activity = JSON.parse(String(init?.body)) as DeliveredActivity['activity'];
  authorization = new Headers(init?.headers).get('authorization') ?? authorization;
  delivered.set(activity.id, { activity, status: 0 });
  const response = await fetch(input, init);
  delivered.set(activity.id, { activity, status: response.status });
  return response;
};

const teams = await createTeamsSandbox({
  port: 0,
  botUrl: () => {
    const aimed = aim.getStore();
    if (aimed !== undefined) return aimed;
    turn += 1;
    return bots[turn % bots.length] ?? 'http://127.0.0.1:9/';
  },
  store,
  clock,
  ids: randomIds,
  log: silentLog,
});
await teams.start();

const functions: TeamsFunctions = {
  setAhead: clock.setAhead,
  setBots(urls) {
    bots = urls;
  },
  trust() {
    const { issuer, openIdUrl, tokenUrl, tokenScope } = teams.trust;
    return { issuer, openIdUrl, tokenUrl, tokenScope, serviceUrl: `${teams.url}/connector/` };
  },
  install: () => teams.install(),
  idle: () => teams.idle(),
  say: (...args): Promise<{ id: string }> => teams.say(...args),
  act: (...args): Promise<InvokeResult> => teams.act(...args),
  refresh: (...args): Promise<InvokeResult> => teams.refresh(...args),
  deliver: (activity) => teams.deliver(activity),
  async deliverTo(url, activity) {
    const began = performance.now();
    const answered = await aim.run(url, () => teams.deliver(activity));
    return { ...answered, ms: performance.now() - began };
  },
  messages: (...args): Promise<MessageView[]> => teams.messages(...args),
  requests: () => teams.requests(),
  fault: (fault) => teams.faults.next(fault),
  clearFaults: () => teams.faults.clear(),
  faultsLeft: () => teams.faults.left(),
  authorization: () => authorization,
  delivered: () => [...delivered.values()],
  forgetDelivered: () => delivered.clear(),
};

serve(functions);
