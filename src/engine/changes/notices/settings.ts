import { z } from 'zod';
import { freeFrom, type Hours } from '#platform/lib/quiet-hours.ts';
import type { Policy } from '#policy/policy.ts';
import { changesPolicy, decidingGroups, escalated } from '../decision/rules.ts';
import type { NoticeSettingsTable } from './tables.ts';

/** `mention`: in a reply under the card; `chat`: the card in their own chat; `digest`: one message a day in their own chat. */
export const noticeWays = ['mention', 'chat', 'digest'] as const;
export type NoticeWay = (typeof noticeWays)[number];

/** How a person wants to be notified of requests that they can decide. */
export interface NoticeSettings extends Hours {
  readonly way: NoticeWay;
  /** BCP 47 tag; empty where it is not known. */
  readonly language: string;
  /** Milliseconds since 1970; absent for a person who is not away. */
  readonly awayUntil?: number | undefined;
  /** Directory object id of the stand-in who is notified meanwhile. */
  readonly standIn?: string | undefined;
}

/** Of a person who has chosen nothing. */
export const usualSettings: NoticeSettings = { way: 'mention', weekends: true, zone: 'UTC', language: '' };

const wayOf = z.enum(noticeWays);

export const toSettings = (row: NoticeSettingsTable): NoticeSettings => ({
  way: wayOf.parse(row.way),
  quiet: row.quiet_from === null || row.quiet_to === null ? undefined : { from: row.quiet_from, to: row.quiet_to },
  weekends: row.weekends === 1,
  zone: row.zone,
  language: row.language,
  awayUntil: row.away_until === null ? undefined : Date.parse(row.away_until),
  standIn: row.stand_in ?? undefined,
});

export const isAway = ({ awayUntil = 0 }: NoticeSettings, now: number): boolean => awayUntil > now;

/** The first moment from `at` on at which a person wants to be told something: after their absence, outside quiet hours. */
export const notifiableFrom = (settings: NoticeSettings, at: number): number =>
  freeFrom(settings, Math.max(at, settings.awayUntil ?? 0));

/** The people, other than this one, who may decide under a rule under which this person may. */
export const possibleStandIns = (policy: Policy, objectId: string) => {
  const rules = changesPolicy(policy).rules.map((rule) => decidingGroups(escalated(rule)));
  const theirs = rules.filter((groups) => policy.isIn(objectId, groups));
  return policy.people.filter(
    (person) =>
      policy.identityOf(person.objectId) !== policy.identityOf(objectId) &&
      theirs.some((groups) => policy.isIn(person.objectId, groups)),
  );
};

/** Whether any rule lets this person decide, after an escalation too. @param objectId directory object id */
export const isDecider = (policy: Policy, objectId: string): boolean =>
  changesPolicy(policy).rules.some((rule) => policy.isIn(objectId, decidingGroups(escalated(rule))));
