import { redrawCards } from '#engine/changes/card/posted-card.ts';
import type { Services } from '#features/feature.ts';
import { STEWARD } from '#platform/audit/chain.ts';
import { insertMismatch, knownMarks } from './acknowledgement-store.ts';
import type { Drift } from './find-drift.ts';
import { recordBack, recordGone } from './gone-store.ts';
import type { Mismatch } from './mismatch.ts';

/** What audit entries that are about no change of Steward's are about. */
const ACCESS = 'access';

/**
 * Records what was found: each mismatch once, with its entry in the audit; on the cards of grants that are gone, that they are.
 * A grant that is listed once more stands again.
 */
export const recordDrift = async (services: Services, { mismatches, back }: Drift): Promise<void> => {
  const { database, clock } = services;
  const now = clock.now();
  const marks = mismatches.map(({ mark }) => mark);
  const known = await knownMarks(database.db, marks);
  for (const mismatch of mismatches.filter(({ mark, kind }) => kind === 'gone' || !known.has(mark))) {
    await database.transaction(async (trx) => {
      const isNew = await insertMismatch(trx, mismatch, now);
      const gone = mismatch.kind === 'gone' ? mismatch.approved?.change : undefined;
      if (gone !== undefined && (await recordGone(trx, gone, now))) await redrawCards(services.outbox, trx, gone);
      if (isNew) await services.audit.append(trx, { ...entryOf(mismatch), actor: STEWARD, event: 'difference found' });
    });
  }
  for (const change of back) {
    await database.transaction(async (trx) => {
      if (await recordBack(trx, change)) await redrawCards(services.outbox, trx, change);
    });
  }
};

/** Target and details of an entry about a mismatch. */
export const entryOf = ({ kind, mark, person, role, place, approved, current }: Mismatch) => ({
  target: approved?.change ?? ACCESS,
  detail: {
    ...{ difference: kind, mark, person: person.objectId, role: role.id, scope: place.scope },
    ...(current ? { eligibility: current.id } : {}),
  },
});
