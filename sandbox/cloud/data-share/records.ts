import { iso } from '../../../src/platform/lib/clock.ts';
import type { SynchronizationRow } from './dataset.ts';

/** The consumers of the team's shares. */
const consumers = {
  ursa: { name: 'Mira Sandoval', email: 'mira.sandoval@ursabank.example', tenant: 'Ursa Bank' },
  kestrel: { name: 'Jun Okada', email: 'jun.okada@kestrelpay.example', tenant: 'Kestrel Pay' },
} as const;

export type Consumer = keyof typeof consumers;

const consumerOf = (key: string): (typeof consumers)[Consumer] => consumers[key as Consumer];

/** A synchronization's record, without the fields of later states (docs/sources.md, Data shares). */
export interface SynchronizationRecord {
  readonly synchronizationId: string;
  readonly synchronizationMode: string;
  readonly status: string;
  readonly message: string;
  readonly startTime?: string;
  readonly endTime?: string;
  readonly durationMs?: number;
  readonly consumerName: string;
  readonly consumerEmail: string;
  readonly consumerTenantName: string;
}

/** The vendor's times have seven decimals (docs/sources.md, Data shares). */
export const moment = (ms: number): string => iso(ms).replace('Z', '0000Z');

/** @param now milliseconds since 1970 @returns undefined before its creation */
export const synchronizationRecord = (row: SynchronizationRow, now: number): SynchronizationRecord | undefined => {
  if (now < row.queued_at) return undefined;
  const consumer = consumerOf(row.consumer);
  const [started, ended] = [now >= row.started_at, now >= row.ended_at];
  return {
    synchronizationId: row.id,
    synchronizationMode: row.mode,
    status: ended ? row.outcome : started ? 'InProgress' : 'Queued',
    message: ended ? row.message : '',
    ...(started ? { startTime: moment(row.started_at) } : {}),
    ...(ended ? { endTime: moment(row.ended_at), durationMs: row.ended_at - row.started_at } : {}),
    consumerName: consumer.name,
    consumerEmail: consumer.email,
    consumerTenantName: consumer.tenant,
  };
};
