import { OWN_NOTICES } from '#platform/audit/events.ts';
import { iso } from '#platform/lib/clock.ts';
import { AppError } from '#platform/lib/errors.ts';
import type { Trx } from '#platform/storage/database.ts';
import { listed } from '#platform/texts/name-list.ts';
import type { Person } from '../change.ts';
import type { ChangeKind } from '../change-kind.ts';
import type { ChangesCore } from '../core.ts';
import { isAway, type NoticeSettings } from '../notices/settings.ts';
import { findSettings } from '../notices/store.ts';
import { reviewOf } from './review.ts';

/**
 * Whether those who are there before the deadline could decide a new request. Where they could not, because they are away or only
 * the requester decides, its rule's escalation begins at once.
 * @param deadlineAt milliseconds since 1970
 * @returns when it escalated, as it is stored; null where that is not needed
 * @throws AppError where all are away after the escalation too
 */
export const escalatedAtOnce = async (
  core: ChangesCore,
  trx: Trx,
  kind: ChangeKind,
  draft: { readonly terms: unknown; readonly requester: Person },
  deadlineAt: number,
): Promise<string | null> => {
  const policy = core.policy.current();
  const now = core.clock.now();
  const usual = reviewOf(policy, kind, { ...draft, needs: 0 }, []);
  const later = reviewOf(policy, kind, { ...draft, needs: 0, escalatedAt: now }, []);
  const all = [...usual.deciders, ...later.deciders];
  const settings = await findSettings(
    trx,
    all.map(({ objectId }) => objectId),
  );
  const away = new Set<string>();
  for (const [objectId, own] of settings)
    if (isAway(own, deadlineAt - 1) && (await isRecorded(core, trx, objectId, own))) away.add(objectId);
  const isThere = (objectId: string): boolean => !away.has(objectId);
  if (usual.possibleWith(isThere)) return null;
  if (later.rule?.escalate && later.possibleWith(isThere)) return iso(now);
  const names = [...new Set(all.filter(({ objectId }) => !isThere(objectId)).map(({ name }) => name))];
  const people = listed(names, { formatLocale: draft.requester.language });
  throw new AppError({
    code: 'Policy.NobodyThere',
    text: 'changes.refused.nobodyThere',
    values: { people, count: names.length },
  });
};

/** Whether this person said so themself: the audit has it, and the row may have been edited since. */
const isRecorded = async (
  { audit }: ChangesCore,
  trx: Trx,
  objectId: string,
  { awayUntil }: NoticeSettings,
): Promise<boolean> => {
  const { events, genuine } = await audit.proven(trx, objectId);
  const last = events.findLast(({ event }) => event === OWN_NOTICES);
  return genuine && last?.detail['awayUntil'] === awayUntil;
};
