import { iso, MINUTE } from '../../../src/platform/lib/clock.ts';
import { type SandboxPerson, sandboxBot, team, tenantId } from '../../world.ts';
import { type Place, threadId } from '../chat/places.ts';

/** An activity as Teams posts it to a bot, as JSON. */
export type Activity = Readonly<Record<string, unknown>>;

/** Place, time and person of an activity. */
export interface Scene {
  readonly serviceUrl: string;
  readonly now: number;
  readonly person: SandboxPerson;
  readonly place: Pick<Place, 'kind' | 'id'>;
  readonly root?: string | undefined;
}

/** The fields of every activity. */
export const frameOf = ({ serviceUrl, now, person, place, root }: Scene, id: string): Activity => ({
  id,
  channelId: 'msteams',
  serviceUrl,
  timestamp: iso(now),
  localTimestamp: localTime(now, person.timezone),
  localTimezone: person.timezone,
  locale: person.locale,
  from: { id: person.teamsId, name: person.name, aadObjectId: person.objectId },
  recipient: { id: sandboxBot.id, name: sandboxBot.name },
  conversation: {
    ...(place.kind === 'channel' || place.kind === 'group' ? { isGroup: true } : {}),
    conversationType: conversationTypes[place.kind],
    tenantId,
    id: threadId(place, root),
  },
  channelData: channelDataOf(place),
  entities: [clientInfoOf(person)],
});

const conversationTypes: Readonly<Record<Place['kind'], string>> = {
  channel: 'channel',
  personal: 'personal',
  direct: 'personal',
  group: 'groupChat',
};

/** The tenant is the host's, also for a person of another organisation. Names come only with events. */
export const channelDataOf = (place: Scene['place']): Activity =>
  place.kind === 'channel'
    ? {
        teamsChannelId: place.id,
        teamsTeamId: team.id,
        channel: { id: place.id },
        team: { id: team.id },
        tenant: { id: tenantId },
      }
    : { tenant: { id: tenantId } };

/** The same with the names and the type that come with events of a team or a channel. */
export const namedChannelData = (place: Place): Activity => {
  if (place.kind !== 'channel') return channelDataOf(place);
  const { id, name, type } = place;
  return {
    ...channelDataOf(place),
    // Teams does not name the General channel: each client translates it.
    channel: id === team.id ? { id } : { id, name, type },
    team: { id: team.id, aadGroupId: team.aadGroupId, name: team.name },
  };
};

export const clientInfoOf = ({ locale, timezone }: SandboxPerson): Activity => ({
  type: 'clientInfo',
  locale,
  country: locale.split('-')[1] ?? '',
  platform: 'Web',
  timezone,
});

/** ISO 8601 with the person's UTC offset at that moment. */
const localTime = (ms: number, timeZone: string): string => {
  const zone = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
    .formatToParts(ms)
    .find(({ type }) => type === 'timeZoneName')?.value;
  const [, sign = '+', hours = '00', minutes = '00'] = /GMT([+-])(\d\d):(\d\d)/.exec(zone ?? '') ?? [];
  const offset = (Number(hours) * 60 + Number(minutes)) * MINUTE * (sign === '-' ? -1 : 1);
  return iso(ms + offset).replace('Z', `${sign}${hours}:${minutes}`);
};
