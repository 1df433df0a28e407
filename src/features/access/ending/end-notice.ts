import { z } from 'zod';
import { ENDS_SOON } from '#engine/changes/card/card-buttons.ts';
import { type Change, subjectOf } from '#engine/changes/change.ts';
import type { NoticeSettings } from '#engine/changes/notices/settings.ts';
import { settingsOf } from '#engine/changes/notices/store.ts';
import { findChange, findOpenChange, openKeyOf } from '#engine/changes/repository.ts';
import type { Services } from '#features/feature.ts';
import type { JobKind, Jobs } from '#platform/jobs/jobs.ts';
import { DAY, HOUR } from '#platform/lib/clock.ts';
import { beforeWeekend } from '#platform/lib/local-time.ts';
import { freeBefore, freeFrom } from '#platform/lib/quiet-hours.ts';
import type { Db, Trx } from '#platform/storage/database.ts';
import { noticeLeads } from '../policy.ts';
import { GRANT } from '../requestable.ts';
import { activeGrants, findGrant } from '../store.ts';
import { type GrantTerms, grantKey, grantTerms } from '../terms.ts';

/** The end of a grant and what its notice goes by; times in milliseconds since 1970, lengths in milliseconds. */
export interface Ending {
  readonly start: number;
  readonly end: number;
  /** IANA time zone of the person. */
  readonly zone: string;
  /** How long before an end the policy wants a notice. */
  readonly leads: readonly number[];
}

/**
 * When the person is told that a grant ends: the longest of the policy's leads that is less than half of the grant's length. A
 * moment on a weekend becomes the same time on the Friday before, unless the grant had not begun by then.
 * @returns undefined for a grant that is too short for any notice
 */
export const endNoticeTime = ({ start, end, zone, leads }: Ending): number | undefined => {
  const fitting = leads.filter((lead) => lead * 2 < end - start);
  if (fitting.length === 0) return undefined;
  const at = end - Math.max(...fitting);
  const earlier = beforeWeekend(at, zone);
  return earlier > start ? earlier : at;
};

/**
 * The same within what the person chose with `my notices`: not before they are back; where it would be quiet, just before, or
 * else as soon as it no longer is. Where nothing is free before the end it comes at its time, for later it would be of no use.
 * @param wanted as `endNoticeTime` says
 * @param now what is past is not chosen any more
 */
export const inFreeTime = (
  wanted: number,
  { start, end }: Pick<Ending, 'start' | 'end'>,
  settings: NoticeSettings,
  now: number,
): number => {
  const { awayUntil = 0 } = settings;
  const earliest = Math.max(start, now, awayUntil < end ? awayUntil : 0);
  const at = Math.max(wanted, earliest);
  const free = freeFrom(settings, at);
  if (free === at) return at;
  return freeBefore(settings, at, earliest) ?? (free < end ? free : at);
};

const NOTICE_JOB = 'access.notice';
const payload = z.object({ change: z.string() });

/** One job for each grant that ends; its first run finds out when the notice is due. */
export const scheduleEndNotice = (
  jobs: Pick<Jobs, 'schedule'>,
  trx: Trx,
  { id, terms: { window } }: Change<GrantTerms>,
  now: number,
): Promise<void> =>
  window?.end
    ? jobs.schedule(trx, { kind: NOTICE_JOB, key: `${NOTICE_JOB}:${id}`, dueAt: now, payload: { change: id } })
    : Promise.resolve();

/** Where no zone of the person is known. */
const UNKNOWN_ZONE = 'UTC';

/**
 * Tells a grant's holder, in their own chat, before it ends. It looks at least once a day whether the policy or their own choice
 * has changed the moment; what is over, or goes on by an extension, gets no notice. The outbox posts one copy.
 */
export const endNoticeJob = ({
  database,
  outbox,
  policy,
  clock,
}: Pick<Services, 'database' | 'outbox' | 'policy' | 'clock'>): JobKind<unknown> => ({
  name: NOTICE_JOB,
  payload,
  maxAttempts: 1_000,
  async handle(given) {
    const { change: id } = payload.parse(given);
    const now = clock.now();
    const [change, grant] = [await findChange(database.db, id), await findGrant(database.db, id)];
    if (!change || !grant || grant.removed || grant.end === undefined || grant.end <= now) return { end: 'done' };
    const terms = grantTerms.parse(change.terms);
    const { start, end } = grant;
    const leads = noticeLeads(policy.current(), terms.role.key);
    const wanted = endNoticeTime({ start, end, zone: terms.zone ?? UNKNOWN_ZONE, leads });
    const settings = await settingsOf(database.db, terms.person.objectId);
    const due = wanted === undefined ? end : inFreeTime(wanted, { start, end }, settings, now);
    if (due > now) return { again: Math.min(due, now + DAY) };
    // If the extension is denied, the notice still comes.
    if (await goesOn(database.db, terms, end, now)) return { again: Math.min(end, now + HOUR) };
    await database.transaction(async (trx) => {
      const current = await findChange(trx, id);
      if (!current) return;
      await outbox.deliver(trx, {
        ...{ subject: subjectOf(id), variant: ENDS_SOON, to: { person: terms.person.objectId } },
        ...{ version: current.version, priority: 'unasked' },
        language: settings.language || languageOf(change, terms),
      });
    });
    return { end: 'done' };
  },
});

/** Of somebody in whose place another person asked none is known. */
const languageOf = ({ requester }: Change, { person }: GrantTerms): string =>
  requester.objectId.toLowerCase() === person.objectId.toLowerCase() ? requester.language : 'en';

/** Whether more of the same was granted or is asked for. */
const goesOn = async (db: Db, terms: GrantTerms, end: number, now: number): Promise<boolean> => {
  const key = grantKey(terms);
  const all = await activeGrants(db, key, now);
  if (all.some((other) => other.end === undefined || other.end > end)) return true;
  return (await findOpenChange(db, openKeyOf(GRANT, key))) !== undefined;
};
