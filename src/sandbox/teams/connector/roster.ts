import { type SandboxPerson, tenantId } from '../../world.ts';
import { findAccount, membersOf, type Place } from '../chat/places.ts';
import { type Answer, type Call, json, Problem } from '../http/answer.ts';

const MAX_PAGE = 500;

/** Everybody of a conversation but the bot, as Teams lists them. */
export const listMembers = (place: Place): Answer => json(200, membersOf(place).map(toMember));

/** A page of at most `pageSize` members; the continuation token is the number of those already told. */
export const pageMembers = (place: Place, { query }: Call): Answer => {
  const size = Math.min(Number(query.get('pageSize') ?? MAX_PAGE), MAX_PAGE);
  const from = Number(query.get('continuationToken') ?? 0);
  if (!Number.isInteger(size) || size < 1 || !Number.isInteger(from) || from < 0) {
    throw new Problem(400, 'BadArgument', 'pageSize or continuationToken is not valid.');
  }
  const everybody = membersOf(place);
  const next = from + size;
  return json(200, {
    members: everybody.slice(from, next).map(toMember),
    ...(next < everybody.length ? { continuationToken: String(next) } : {}),
  });
};

/** @param account channel account id or directory object id */
export const oneMember = (place: Place, account: string): Answer => {
  const person = findAccount(account);
  if (!person || !membersOf(place).includes(person)) {
    throw new Problem(404, 'MemberNotFoundInConversation', 'Member not found in the conversation.');
  }
  return json(200, toMember(person));
};

const toMember = (person: SandboxPerson): Readonly<Record<string, string>> => ({
  id: person.teamsId,
  objectId: person.objectId,
  aadObjectId: person.objectId,
  name: person.name,
  givenName: person.givenName,
  surname: person.surname,
  email: person.email,
  userPrincipalName: person.email,
  tenantId,
  userRole: person.userRole,
});
