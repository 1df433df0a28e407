import { z } from 'zod';
import { VendorError } from '#cloud/errors/errors.ts';
import { MOST_LINES, type RefusedLine } from '#engine/changes/batch/batch.ts';
import type { BatchLineDraft } from '#engine/changes/batch/submit-batch.ts';
import { isOpen, type Person } from '#engine/changes/change.ts';
import type { Services } from '#features/feature.ts';
import { ACCESS_REVOKED } from '#platform/audit/events.ts';
import type { JobKind } from '#platform/jobs/jobs.ts';
import { MINUTE, SECOND } from '#platform/lib/clock.ts';
import { clean } from '#platform/lib/text.ts';
import type { Trx } from '#platform/storage/database.ts';
import type { Policy } from '#policy/policy.ts';
import { revocationSubject } from './cards/revocation-card.ts';
import { deliverReport } from './deliver-report.ts';
import { findRevocation, findRevocationBySource, insertRevocation, type Revocation, saveRemovals } from './store.ts';

const REMOVALS = 'administration.removals';
const payload = z.object({ revocation: z.string() });

/** The time for reading what a person has. */
const READ_MS = 30 * SECOND;
/** Until it is read again, where the service did not answer. */
const UNREAD_MS = 2 * MINUTE;
/** Until what was on its way is looked at again. */
const UNDER_WAY_MS = MINUTE;

export const scheduleRemovals = ({ jobs, clock }: Services, trx: Trx, revocation: string): Promise<void> =>
  jobs.schedule(trx, {
    ...{ kind: REMOVALS, key: `${REMOVALS}:${revocation}`, dueAt: clock.now(), payload: { revocation } },
  });

/**
 * Asks in the name of the administrator for the removal of what the person has, by the rules of the policy. What was on its way to
 * the vendor when they were revoked is waited for, and then removed too. Each thing is asked for once, however often this runs.
 */
export const removalsJob = (services: Services): JobKind<z.infer<typeof payload>> => ({
  name: REMOVALS,
  payload,
  maxAttempts: 1_000,
  async handle({ revocation: id }) {
    const { database, clock } = services;
    const revocation = await findRevocation(database.db, id);
    if (!revocation) return { end: 'done' };
    if (!(await isRecorded(services, revocation))) {
      services.log.error('revocation.altered', { job: `${REMOVALS}:${id}` });
      return { end: 'done' };
    }
    const { underWay, left } = revocation;
    const isOver = !(await anyOpen(services, underWay));
    const waits = isOver ? ({ end: 'done' } as const) : { again: clock.now() + UNDER_WAY_MS };
    if (left && (!isOver || underWay.length === 0)) return waits;
    const lines = await linesOf(services, revocation).catch((error: unknown) => {
      if (error instanceof VendorError) return undefined;
      throw error;
    });
    // Whatever keeps the service from answering, nobody must stay with what was revoked.
    if (!lines) return { again: clock.now() + UNREAD_MS };
    const found = await requestRemovals(services, revocation, lines);
    await database.transaction(async (trx) => {
      const saved = await saveRemovals(trx, id, found);
      if (saved) await services.outbox.touch(trx, revocationSubject(id), saved.version);
    });
    return waits;
  },
});

const recorded = z.object({ revocation: z.string(), reason: z.string(), underWay: z.array(z.string()) });

/** Whether an administrator revoked this, of this person, for this reason: the audit says so, and the row may have been edited since. */
const isRecorded = async (
  { audit, database: { db } }: Services,
  { id, person, by, reason, underWay }: Revocation,
): Promise<boolean> => {
  const { events, genuine } = await audit.proven(db, person.objectId);
  const of = events.find(({ event, detail }) => event === ACCESS_REVOKED && detail['revocation'] === id);
  const { data } = recorded.safeParse(of?.detail);
  return genuine && of?.actor === by.objectId && data?.reason === reason && `${data.underWay}` === `${underWay}`;
};

const anyOpen = async ({ changes }: Services, ids: readonly string[]): Promise<boolean> => {
  for (const id of ids) {
    const change = await changes.find(id);
    if (change && isOpen(change.state)) return true;
  }
  return false;
};

/** All that the person has; at the second reading what was on its way at the first one. */
const linesOf = async (
  services: Services,
  { by, reason, person, underWay, left }: Revocation,
): Promise<readonly BatchLineDraft[]> => {
  const endBy = services.clock.now() + READ_MS;
  const found: BatchLineDraft[] = [];
  for (const account of accountsOf(services.policy.current(), person.objectId)) {
    for (const { line, gave = '' } of await services.removals({ person: account, by, reason, endBy })) {
      if (!left || underWay.includes(gave)) found.push(line);
    }
  }
  return found;
};

const accountsOf = (policy: Policy, objectId: string): readonly string[] => [
  objectId,
  ...policy.people
    .map((account) => account.objectId)
    .filter((id) => id !== objectId && policy.identityOf(id) === policy.identityOf(objectId)),
];

/** As many batches as the lines need; what the policy does not let the administrator ask for stays, with the reason. */
const requestRemovals = async (
  { changes }: Services,
  { id, by, person, conversationId, batches: before, left: leftBefore }: Revocation,
  lines: readonly BatchLineDraft[],
): Promise<Pick<Revocation, 'batches'> & { readonly left: readonly RefusedLine[] }> => {
  const round = leftBefore ? 'second' : 'first';
  const title = { text: 'administration.revoke.batch', values: { who: person.name } } as const;
  const batches = [...before];
  const left = [...(leftBefore ?? [])];
  for (let from = 0; from < lines.length; from += MOST_LINES) {
    const { batch, refused = [] } = await changes.submitBatch({
      ...{ title, lines: lines.slice(from, from + MOST_LINES), requester: by },
      ...{ source: `revocation ${id} ${round} ${from}`, asked: { conversationId } },
    });
    if (batch && !batches.includes(batch.id)) batches.push(batch.id);
    left.push(...(batch?.lines ?? refused).filter((line) => 'refused' in line));
  }
  return { batches, left };
};

interface Wanted extends Pick<Revocation, 'person' | 'reason'> {
  readonly by: Person;
  /** The same activity revokes once. */
  readonly source: string;
  readonly asked: Parameters<typeof deliverReport>[3];
}

/** Ends what waits of a person and their approvals at once, in one transaction; a job has their access removed after it. */
export const revokeAll = (services: Services, wanted: Wanted): Promise<Pick<Revocation, 'id'>> =>
  services.database.transaction(async (trx) => {
    const { person, by, source, asked } = wanted;
    const before = await findRevocationBySource(trx, source);
    if (before) return before;
    const reason = clean(wanted.reason);
    const revoked = await services.changes.revoke(trx, { person: person.objectId, by, reason });
    const at = services.clock.now();
    const { conversationId } = asked;
    const revocation = { id: services.ids.opaque(), version: 1, person, by, reason, ...revoked, conversationId, at };
    if (!(await insertRevocation(trx, source, revocation))) throw new Error('a revocation was stored twice');
    await deliverReport(
      services,
      trx,
      { subject: revocationSubject(revocation.id), version: revocation.version, variant: 'begun' },
      asked,
    );
    await scheduleRemovals(services, trx, revocation.id);
    await services.audit.append(trx, {
      ...{ target: person.objectId, actor: by.objectId, event: 'access revoked' },
      detail: { revocation: revocation.id, reason, ...revoked },
    });
    return revocation;
  });
