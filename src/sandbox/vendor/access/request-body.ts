import { z } from 'zod';
import { DAY, HOUR, MINUTE, SECOND } from '../../../lib/clock.ts';
import { invalid } from '../any-case.ts';
import { isGuid } from './scope.ts';

const DURATION = /^P(?=\d|T\d)(?:(\d{1,5})D)?(?:T(?=\d)(?:(\d{1,6})H)?(?:(\d{1,7})M)?(?:(\d{1,8})S)?)?$/;

/** Milliseconds of an ISO 8601 duration in days, hours, minutes and seconds; undefined for anything else. */
export const durationMs = (text: string): number | undefined => {
  const match = DURATION.exec(text);
  if (!match) return undefined;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = match.slice(1).map((part) => Number(part ?? 0));
  return days * DAY + hours * HOUR + minutes * MINUTE + seconds * SECOND;
};

const text = z.string().max(4_000);
const guid = z.string().refine(isGuid, 'not a GUID');
const moment = z.iso.datetime({ error: 'not an ISO 8601 UTC date-time' });

const expirationSchema = z.object({
  type: z.enum(['AfterDuration', 'AfterDateTime', 'NoExpiration']),
  enddatetime: moment.nullish(),
  duration: text.nullish(),
});

const bodySchema = z.object({
  properties: z.object({
    roledefinitionid: text,
    principalid: guid,
    requesttype: z.enum(['AdminAssign', 'AdminRemove']),
    scheduleinfo: z.object({ startdatetime: moment, expiration: expirationSchema.optional() }).nullish(),
    justification: text.nullish(),
    condition: text.nullish(),
    conditionversion: text.nullish(),
    ticketinfo: z.object({ ticketnumber: text.nullish(), ticketsystem: text.nullish() }).nullish(),
  }),
});

export interface Expiration {
  readonly type: string;
  readonly endDateTime: string | null;
  readonly duration: string | null;
}

export interface Window {
  readonly startsAt: number;
  /** null: no end. */
  readonly endsAt: number | null;
  /** As in the request; undefined when absent, which is no end. */
  readonly expiration: Expiration | undefined;
}

export interface EligibilityRequest {
  readonly type: 'AdminAssign' | 'AdminRemove';
  readonly roleDefinitionId: string;
  readonly principal: string;
  /** Present exactly with AdminAssign. */
  readonly window: Window | undefined;
  readonly justification: string;
  readonly ticket: { readonly number: string; readonly system: string };
  readonly condition: { readonly text: string; readonly version: string | null } | undefined;
}

/** Parses the body of the PUT, with field names in any case (spec/1, Resources). @throws Refusal 400 InvalidRequestContent */
export const readEligibilityRequest = (body: unknown): EligibilityRequest => {
  const parsed = bodySchema.safeParse(lowerKeys(body));
  if (!parsed.success) throw invalid(z.prettifyError(parsed.error).replaceAll('\n', ' '));
  const { properties } = parsed.data;
  const assign = properties.requesttype === 'AdminAssign';
  if (assign && !properties.scheduleinfo) throw invalid('ScheduleInfo is required with AdminAssign.');
  if (!assign && properties.scheduleinfo) throw invalid('ScheduleInfo is omitted with AdminRemove.');
  return {
    type: properties.requesttype,
    roleDefinitionId: properties.roledefinitionid,
    principal: properties.principalid.toLowerCase(),
    window: properties.scheduleinfo ? readWindow(properties.scheduleinfo) : undefined,
    justification: properties.justification?.trim() ?? '',
    ticket: {
      number: properties.ticketinfo?.ticketnumber?.trim() ?? '',
      system: properties.ticketinfo?.ticketsystem?.trim() ?? '',
    },
    condition: properties.condition
      ? { text: properties.condition, version: properties.conditionversion ?? null }
      : undefined,
  };
};

type ScheduleInfo = NonNullable<z.infer<typeof bodySchema>['properties']['scheduleinfo']>;

const readWindow = ({ startdatetime, expiration }: ScheduleInfo): Window => {
  const startsAt = Date.parse(startdatetime);
  const endsAt = endOf(startsAt, expiration);
  if (endsAt !== null && endsAt <= startsAt) throw invalid('The assignment ends before it starts.');
  return {
    startsAt,
    endsAt,
    expiration: expiration && {
      type: expiration.type,
      endDateTime: expiration.enddatetime ?? null,
      duration: expiration.duration ?? null,
    },
  };
};

const endOf = (startsAt: number, expiration: ScheduleInfo['expiration']): number | null => {
  if (!expiration || expiration.type === 'NoExpiration') return null;
  if (expiration.type === 'AfterDateTime') {
    if (!expiration.enddatetime) throw invalid('EndDateTime is required with AfterDateTime.');
    return Date.parse(expiration.enddatetime);
  }
  const length = durationMs(expiration.duration ?? '');
  if (length === undefined) throw invalid('Duration is required with AfterDuration, as ISO 8601 such as P5D.');
  return startsAt + length;
};

const lowerKeys = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(lowerKeys);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key.toLowerCase(), lowerKeys(inner)]));
};
