import { team, tenantId } from '../../world.ts';
import { type Channel, findAccount, membersOf, type Person, type Place, teamMembers } from '../chat/places.ts';
import type { Profiles } from '../chat/reach.ts';
import type { TeamState } from '../chat/settings.ts';
import { type Answer, type Call, json, Problem } from '../http/answer.ts';
import type { ConnectorCall } from './connector-route.ts';
import type { Timeline } from './timeline.ts';

const PAGE = { least: 50, usual: 200, most: 500 } as const;

/** Everybody in a conversation except the bot, as Teams lists them. */
export const listMembers = (place: Place, profiles: Profiles): Answer =>
  json(200, membersOf(place).map(asMember(profiles)));

/** A page of `pageSize` members, within Teams' limits; the continuation token is the number of those on earlier pages. */
export const pageMembers = (place: Place, { query }: Call, profiles: Profiles): Answer => {
  const wanted = Number(query.get('pageSize') ?? PAGE.usual);
  const from = Number(query.get('continuationToken') ?? 0);
  if (!Number.isInteger(wanted) || wanted < 1 || !Number.isInteger(from) || from < 0) {
    throw new Problem(400, 'BadArgument', 'pageSize or continuationToken is not valid.');
  }
  const size = Math.min(Math.max(wanted, PAGE.least), PAGE.most);
  const everybody = membersOf(place);
  const next = from + size;
  return json(200, {
    members: everybody.slice(from, next).map(asMember(profiles)),
    ...(next < everybody.length ? { continuationToken: String(next) } : {}),
  });
};

/** @param account channel account id, directory object id or user principal name */
export const oneMember = (place: Place, account: string, profiles: Profiles): Answer => {
  const [known, name] = [findAccount(account), account.toLowerCase()];
  const person = membersOf(place).find((one) => one === known || one.email.toLowerCase() === name);
  if (!person) throw new Problem(404, 'MemberNotFoundInConversation', 'Member not found in the conversation.');
  return json(200, asMember(profiles)(person));
};

const asMember =
  (profiles: Profiles) =>
  (person: Person): Readonly<Record<string, string>> => ({
    id: person.teamsId,
    objectId: person.objectId,
    aadObjectId: person.objectId,
    ...profiles.of(person),
    givenName: person.givenName,
    surname: person.surname,
    email: person.email,
    userPrincipalName: person.email,
    userRole: person.userRole,
  });

/** Without the name of the General channel: every client translates it. */
const asChannel =
  (state: TeamState) =>
  (place: Channel): Readonly<Record<string, string>> => ({
    id: place.id,
    ...(place.id === team.id ? {} : { name: state.nameOf(place) }),
    type: place.type,
  });

/** A team's details and channels. */
export const teamCalls = (timeline: Timeline, state: TeamState): readonly ConnectorCall[] => {
  /** A team's id is the id of its General channel. */
  const check = async (id: string | undefined): Promise<void> => {
    if (id !== team.id) throw new Problem(404, 'ConversationNotFound', 'Team not found.');
    await timeline.locate(id);
  };
  return [
    {
      method: 'GET',
      path: '/teams/:team',
      act: 'members',
      handle: async ({ params }) => {
        await check(params['team']);
        return json(200, {
          id: team.id,
          name: state.teamName(),
          aadGroupId: team.aadGroupId,
          type: 'standard',
          tenantId,
          channelCount: team.channels.length,
          memberCount: teamMembers.length,
        });
      },
    },
    {
      method: 'GET',
      path: '/teams/:team/conversations',
      act: 'members',
      handle: async ({ params }) => {
        await check(params['team']);
        return json(200, { conversations: await timeline.channels().then((all) => all.map(asChannel(state))) });
      },
    },
  ];
};
