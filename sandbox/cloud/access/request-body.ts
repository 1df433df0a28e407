import { z } from 'zod';
import { DAY, HOUR, MINUTE, SECOND } from '../../../src/platform/lib/clock.ts';
import { anyCase, invalid, readBody } from '../any-case.ts';
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

/** Names as the document spells them. */
const expirationBody = anyCase({
  Type: z.enum(['AfterDuration', 'AfterDateTime', 'NoExpiration']),
  EndDateTime: moment.optional(),
  Duration: text.optional(),
});

const eligibilityBody = anyCase({
  Properties: anyCase({
    RoleDefinitionId: text,
    PrincipalId: guid,
    RequestType: z.enum(['AdminAssign', 'AdminRemove']),
    ScheduleInfo: anyCase({ StartDateTime: moment, Expiration: expirationBody.optional() }).optional(),
    Justification: text.optional(),
    Condition: text.optional(),
    ConditionVersion: text.optional(),
    TicketInfo: anyCase({ TicketNumber: text.optional(), TicketSystem: text.optional() }).optional(),
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
  const { Properties: sent } = readBody(eligibilityBody, body);
  const isGrant = sent.RequestType === 'AdminAssign';
  if (isGrant && !sent.ScheduleInfo) throw invalid('ScheduleInfo is required with AdminAssign.');
  if (!isGrant && sent.ScheduleInfo) throw invalid('ScheduleInfo is omitted with AdminRemove.');
  return {
    type: sent.RequestType,
    roleDefinitionId: sent.RoleDefinitionId,
    principal: sent.PrincipalId.toLowerCase(),
    window: sent.ScheduleInfo && readWindow(sent.ScheduleInfo),
    justification: sent.Justification?.trim() ?? '',
    ticket: {
      number: sent.TicketInfo?.TicketNumber?.trim() ?? '',
      system: sent.TicketInfo?.TicketSystem?.trim() ?? '',
    },
    condition: sent.Condition ? { text: sent.Condition, version: sent.ConditionVersion ?? null } : undefined,
  };
};

type ScheduleInfo = NonNullable<z.infer<typeof eligibilityBody>['Properties']['ScheduleInfo']>;

const readWindow = ({ StartDateTime, Expiration: expiration }: ScheduleInfo): Window => {
  const startsAt = Date.parse(StartDateTime);
  const endsAt = endOf(startsAt, expiration);
  if (endsAt !== null && endsAt <= startsAt) throw invalid('The assignment ends before it starts.');
  return {
    startsAt,
    endsAt,
    expiration: expiration && {
      type: expiration.Type,
      endDateTime: expiration.EndDateTime ?? null,
      duration: expiration.Duration ?? null,
    },
  };
};

const endOf = (startsAt: number, expiration: ScheduleInfo['Expiration']): number | null => {
  if (!expiration || expiration.Type === 'NoExpiration') return null;
  if (expiration.Type === 'AfterDateTime') {
    if (!expiration.EndDateTime) throw invalid('EndDateTime is required with AfterDateTime.');
    return Date.parse(expiration.EndDateTime);
  }
  const length = durationMs(expiration.Duration ?? '');
  if (length === undefined) throw invalid('Duration is required with AfterDuration, as ISO 8601 such as P5D.');
  return startsAt + length;
};
