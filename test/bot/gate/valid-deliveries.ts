import {
  appId,
  genuineKid,
  type Json,
  otherServiceUrl,
  type Parts,
  seconds,
  serviceUrl,
  startedAt,
  tenantId,
  validActivity,
} from './channel.ts';

interface ValidDelivery {
  readonly name: string;
  readonly change: (valid: Parts) => Partial<Parts>;
}

const now = seconds(startedAt);
const at = (offsetSeconds: number): string => new Date(startedAt + offsetSeconds * 1_000).toISOString();
const base = validActivity();
const nobody: Json = { id: base.from.id };

/** Every list below is walked at its own pace, so that a hundred deliveries meet in many combinations. */
const kinds: readonly Json[] = [
  { type: 'message', text: 'help' },
  { type: 'message', text: '', value: { verb: 'approve', id: '1' }, replyToId: '1772440000000' },
  { type: 'invoke', name: 'adaptiveCard/action', value: { action: { type: 'Action.Execute', verb: 'approve' } } },
  { type: 'invoke', name: 'composeExtension/fetchTask', value: { commandId: 'translate' } },
  { type: 'conversationUpdate', membersAdded: [{ id: `28:${appId}` }] },
  { type: 'conversationUpdate', from: nobody },
  { type: 'installationUpdate', action: 'add' },
  { type: 'installationUpdate', action: 'remove', from: nobody },
  { type: 'messageUpdate', text: 'help me' },
  { type: 'messageDelete' },
  { type: 'messageReaction', reactionsAdded: [{ type: 'like' }] },
  { type: 'typing', id: null, from: null },
  { type: 'event', name: 'application/vnd.microsoft.meetingStart', timestamp: undefined },
  { type: 'endOfConversation' },
  {
    type: 'message',
    text: 'ü 漢字 👩‍👩‍👧',
    textFormat: 'plain',
    attachments: [{ contentType: 'text/html', content: '<p></p>' }],
  },
];
const places: readonly Json[] = [
  { conversation: base.conversation },
  {
    conversation: { id: 'a:personal', conversationType: 'personal', tenantId },
    channelData: { tenant: { id: tenantId } },
  },
  {
    conversation: {
      id: '19:group@thread.v2',
      conversationType: 'groupChat',
      isGroup: true,
      tenantId,
      name: 'Night shift',
    },
  },
];
const tenants: readonly Json[] = [
  {},
  { channelData: null },
  { channelData: {} },
  { channelData: { tenant: null, team: null } },
  { conversation: { id: 'a:personal' }, channelData: { tenant: { id: tenantId } } },
  { conversation: { id: '19:meeting_x@thread.v2', tenantId: null }, channelData: { tenant: { id: tenantId } } },
];
const times: readonly Json[] = [
  { timestamp: null, localTimestamp: '2026-03-02T11:00:00.5+02:00' },
  { timestamp: at(0) },
  { timestamp: at(-3_599) },
  { timestamp: at(299) },
  { timestamp: '2026-03-02T10:59:00.1234567+02:00' },
];
const claims: readonly Json[] = [
  {},
  { exp: now - 299, nbf: now - 3_899 },
  { nbf: now + 299 },
  { nbf: undefined },
  { exp: now + 0.5, iat: now, jti: 'one' },
];
/** As the token and the activity write it. */
const serviceUrls: readonly (readonly [signed: string, told: string])[] = [
  [serviceUrl, serviceUrl],
  [otherServiceUrl, otherServiceUrl],
  [serviceUrl.slice(0, -1), serviceUrl],
  [serviceUrl, serviceUrl.slice(0, -1)],
  ['HTTPS://SMBA.channel.example:443/emea', serviceUrl],
];
const headers: readonly Json[] = [{ typ: 'JWT', x5t: genuineKid }, {}];
const locales: readonly Json[] = [
  { locale: 'en-GB' },
  { locale: 'de-DE', localTimezone: 'Europe/Berlin' },
  { locale: null },
];

const pick = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

/** So many different deliveries as Teams sends them. */
export const validDeliveries = (count: number): readonly ValidDelivery[] =>
  Array.from({ length: count }, (_, index) => {
    const activity = {
      ...base,
      ...pick(kinds, index),
      ...pick(places, index),
      ...pick(tenants, index),
      ...pick(times, index),
      ...pick(locales, index),
    };
    const [signed, told] = pick(serviceUrls, index);
    return {
      name: `${index + 1}: ${activity.type}`,
      change: (valid) => ({
        header: { ...pick(headers, index), alg: 'RS256', kid: genuineKid },
        claims: { ...valid.claims, ...pick(claims, index), serviceurl: signed },
        body: { ...activity, id: activity.id && `f:${index}`, serviceUrl: told },
      }),
    };
  });
