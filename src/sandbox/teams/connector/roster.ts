import { findAccount, membersOf, type Person, type Place } from '../chat/places.ts';
import type { Profiles } from '../chat/profiles.ts';
import { type Answer, type Call, json, Problem } from '../http/answer.ts';

const MAX_PAGE = 500;

/** Everybody of a conversation but the bot, as Teams lists them. */
export const listMembers = (place: Place, profiles: Profiles): Answer =>
  json(200, membersOf(place).map(asMember(profiles)));

/** A page of at most `pageSize` members; the continuation token is the number of those already told. */
export const pageMembers = (place: Place, { query }: Call, profiles: Profiles): Answer => {
  const size = Math.min(Number(query.get('pageSize') ?? MAX_PAGE), MAX_PAGE);
  const from = Number(query.get('continuationToken') ?? 0);
  if (!Number.isInteger(size) || size < 1 || !Number.isInteger(from) || from < 0) {
    throw new Problem(400, 'BadArgument', 'pageSize or continuationToken is not valid.');
  }
  const everybody = membersOf(place);
  const next = from + size;
  return json(200, {
    members: everybody.slice(from, next).map(asMember(profiles)),
    ...(next < everybody.length ? { continuationToken: String(next) } : {}),
  });
};

/** @param account channel account id or directory object id */
export const oneMember = (place: Place, account: string, profiles: Profiles): Answer => {
  const person = findAccount(account);
  if (!person || !membersOf(place).includes(person)) {
    throw new Problem(404, 'MemberNotFoundInConversation', 'Member not found in the conversation.');
  }
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
