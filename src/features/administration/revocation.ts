import type { Person } from '#engine/changes/change.ts';
import type { Services } from '#features/feature.ts';
import { clean } from '#platform/lib/text.ts';
import { revocationSubject } from './cards/revocation-card.ts';
import { deliverReport } from './deliver-report.ts';
import { scheduleRemovals } from './removals-job.ts';
import { findRevocationBySource, insertRevocation, type Revocation } from './store.ts';

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
