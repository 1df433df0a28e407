import type { AppState, FaultsView, SignOn, TrafficView } from '../../api.ts';
import { ask } from './ask.ts';

/** The requests of the panels: settings, inspector, faults. Each call throws when the sandbox refuses. */
export const toolsApi = {
  app: (as: string) => ask<AppState>(`/api/app?${new URLSearchParams({ as })}`),
  install: (as: string, where: string, installed: boolean) =>
    ask<unknown>('/api/app/installation', { as, where, installed }, 'PUT'),
  moderate: (as: string, channel: string, moderated: boolean) =>
    ask<unknown>('/api/app/moderation', { as, channel, moderated }, 'PUT'),
  permit: (as: string, readsChannelMessages: boolean) =>
    ask<unknown>('/api/app/permission', { as, readsChannelMessages }, 'PUT'),
  speak: (person: string, locale: string) =>
    ask<unknown>(`/api/people/${person}/locale`, { as: person, locale }, 'PUT'),
  signOn: (as: string, signOn: SignOn) => ask<unknown>('/api/app/sign-on', { as, signOn }, 'PUT'),
  traffic: (as: string) => ask<TrafficView[]>(`/api/traffic?${new URLSearchParams({ as })}`),
  faults: () => ask<FaultsView>('/api/faults'),
  /** Each fault is the body of a `FaultChoice`. */
  troubleConnector: (fault: object) => ask<unknown>('/api/faults/connector', fault),
  troubleInvokes: (fault: object) => ask<unknown>('/api/faults/invokes', fault),
  clearTroubles: () => ask<unknown>('/api/faults', undefined, 'DELETE'),
  /** A fault as the vendor sandbox takes it, or `{ clear: true }`. */
  troubleVendor: (fault: object) => ask<unknown>('/api/faults/vendor', fault),
  startIncident: () => ask<{ trackingId: string }>('/api/faults/incident', {}),
  advanceClock: (advanceMs: number) => ask<unknown>('/api/faults/clock', { advanceMs }),
};

export type ToolsApi = typeof toolsApi;
