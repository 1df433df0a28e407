import { z } from 'zod';
import { lenient, word } from '../response/lenient.ts';

const text = z.string().optional();
const moment = z.iso.datetime({ offset: true }).optional();

/** Document 2, Share synchronization. */
export const shareSynchronization = lenient({
  synchronizationId: z.string().min(1),
  synchronizationMode: word('Incremental', 'FullSync').optional(),
  status: text,
  message: text,
  startTime: moment,
  endTime: moment,
  durationMs: z.int().optional(),
  consumerName: text,
  consumerEmail: text,
  consumerTenantName: text,
});

/** Document 2, Source share synchronization setting: `{kind, properties}` as one flat object. */
export const sourceSynchronizationSetting = lenient({
  kind: word('ScheduleBased'),
  properties: lenient({ recurrenceInterval: word('Hour', 'Day').optional(), synchronizationTime: moment }).optional(),
}).transform(({ kind, properties }) => ({ kind, ...properties }));

/** One run of a share. `status` is the vendor's own word; moments are ISO 8601 with up to seven decimals. */
export type ShareSynchronization = z.infer<typeof shareSynchronization>;
/** When the provider's side synchronizes; a `kind` other than ScheduleBased has nothing beside it. */
export type SourceSynchronizationSetting = z.infer<typeof sourceSynchronizationSetting>;
