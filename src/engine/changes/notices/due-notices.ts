import { nextDaily } from '#platform/lib/quiet-hours.ts';
import { type NoticeSettings, notifiableFrom } from './settings.ts';

/** Somebody whose decision a request waits for. */
export interface Awaited {
  /** Directory object id. */
  readonly person: string;
  readonly settings: NoticeSettings;
  /** The last notice of them about this request; undefined before the first one. */
  readonly notifiedAt: number | undefined;
  /** When they last said that they look at it. */
  readonly claimedAt: number | undefined;
}

/** A waiting request; all times are milliseconds since 1970. */
export interface NoticeQuestion {
  readonly now: number;
  readonly deadlineAt: number;
  /** When it escalates; undefined where it does not, or has. */
  readonly escalateAt: number | undefined;
  /** Milliseconds between reminders; undefined without any. */
  readonly remindMs: number | undefined;
  readonly awaited: readonly Awaited[];
}

export interface DueNotice {
  readonly person: string;
  readonly kind: 'asked' | 'reminder';
}

interface DueNotices {
  readonly due: readonly DueNotice[];
  readonly escalates: boolean;
  /** When it must be asked again, before the deadline; undefined when nothing else can come. */
  readonly next: number | undefined;
  /** When the first of them hears of it, in whatever way; undefined where none does before the deadline. */
  readonly firstHeardAt: number | undefined;
}

/**
 * Who is to be notified now, and when the next notice is due. Quiet hours and absence delay a notice; a later one never comes
 * earlier for that. A person with a daily message gets no other.
 */
export const dueNotices = (question: NoticeQuestion): DueNotices => {
  const { now, awaited, deadlineAt, escalateAt } = question;
  const planned = awaited.flatMap((one) => {
    const at = one.settings.way === 'digest' ? undefined : noticeAt(question, one);
    return at === undefined ? [] : [{ person: one.person, kind: kindOf(one), at }];
  });
  const later = [...planned.map(({ at }) => at), ...(escalateAt === undefined ? [] : [escalateAt])];
  return {
    due: planned.filter(({ at }) => at <= now).map(({ person, kind }) => ({ person, kind })),
    escalates: escalateAt !== undefined && escalateAt <= now,
    next: earliest(later.filter((at) => at > now && at < deadlineAt)),
    firstHeardAt: earliest(awaited.map((one) => notifiedTime(question, one)).filter((at) => at < deadlineAt)),
  };
};

const kindOf = ({ notifiedAt, claimedAt }: Awaited): DueNotice['kind'] =>
  notifiedAt === undefined && claimedAt === undefined ? 'asked' : 'reminder';

/** @returns undefined where none is left to come */
const noticeAt = ({ now, remindMs }: NoticeQuestion, one: Awaited): number | undefined => {
  const { settings, notifiedAt, claimedAt } = one;
  const last = Math.max(notifiedAt ?? 0, claimedAt ?? 0);
  if (kindOf(one) === 'reminder' && remindMs === undefined) return undefined;
  const wanted = kindOf(one) === 'asked' ? now : last + (remindMs ?? 0);
  return notifiableFrom(settings, Math.max(wanted, now));
};

const notifiedTime = ({ now }: NoticeQuestion, { settings, notifiedAt }: Awaited): number => {
  if (notifiedAt !== undefined) return notifiedAt;
  return settings.way === 'digest'
    ? nextDaily(settings, Math.max(now, settings.awayUntil ?? 0))
    : notifiableFrom(settings, now);
};

const earliest = (moments: readonly number[]): number | undefined =>
  moments.length === 0 ? undefined : Math.min(...moments);
