import type { Mute, Watch } from '../../alerts/watch/watch.ts';
import type { AuditEntry } from '../../audit/chain.ts';
import type { Services } from '../feature.ts';

/** Notes who made a watch, changed or ended it, for it decides what a channel hears. @param actor directory object id */
export const recordWatch = (
  { audit }: Services,
  actor: string,
  event: AuditEntry['event'] & `watch ${string}`,
  { ref, conversationId, source, feed }: Watch,
  detail: Readonly<Record<string, unknown>> = {},
): Promise<void> =>
  audit.record({ about: ref, actor, event, detail: { conversation: conversationId, source, feed, ...detail } });

/** The same for a mute. */
export const recordMute = (
  { audit }: Services,
  actor: string,
  event: AuditEntry['event'] & `mute ${string}`,
  { conversationId, source, what, name }: Omit<Mute, 'id' | 'by' | 'at'>,
): Promise<void> =>
  audit.record({ about: 'mute', actor, event, detail: { conversation: conversationId, source, what, name } });
