import type { Scope } from '#cloud/request/path.ts';
import { AppError, type TextValues } from '#platform/lib/errors.ts';
import { listed, type TextKey, type Words } from '#platform/texts/texts.ts';
import type { PolicySection } from './section.ts';

export interface PolicyPerson {
  /** The key in the file; for a person known only from a directory group, the account there. */
  readonly key: string;
  /** Directory object id, in lower case. */
  readonly objectId: string;
  /** The name on cards; if two people's names look alike, with the last characters of the object id. */
  readonly name: string;
  /** Used only to find that a change is about this person, so that they cannot decide on it; it gives no rights. */
  readonly email?: string | undefined;
  readonly groups: readonly string[];
}

/** A name for a scope of the vendor. */
export interface PolicyPlace {
  readonly key: string;
  readonly title: string;
  readonly scope: Scope;
}

/** A channel or chat in which the bot posts. */
export interface PolicyConversation {
  readonly key: string;
  /** Without `;messageid=`. */
  readonly id: string;
  readonly title: string;
  /** BCP 47 tag of the language of the bot's messages there. */
  readonly language: string;
}

/** People, groups, places and conversations: the part of a policy for all sections. */
export interface PolicyBase {
  readonly people: readonly PolicyPerson[];
  /** Names of the groups, in the file's order. */
  readonly groups: readonly string[];
  /** The object ids of those groups that are groups of the directory, by name. */
  readonly directoryGroups: ReadonlyMap<string, string>;
  readonly places: readonly PolicyPlace[];
  readonly conversations: readonly PolicyConversation[];
  /** Key of the operators' conversation. */
  readonly operators: string | undefined;
  readonly guests: 'refuse' | 'allow';
  /** Names of groups or of people. */
  readonly administrators: readonly string[];
  /** Whether the file itself names this person, rather than a group of the directory. */
  isNamed(objectId: string): boolean;
  /** @param the id may be in any case */
  personByObjectId(objectId: string): PolicyPerson | undefined;
  person(key: string): PolicyPerson | undefined;
  /** The object id of the person's first account, for each of their accounts; an unknown id stays as it is. */
  identityOf(objectId: string): string;
  /** A person's name on cards: the policy's; of unknown people the given one with the end of the object id, since anybody may choose it. */
  nameOf(objectId: string, given: string): string;
  /** People by object id, key or name; all who match. Keys and names of the file come before what people call themselves in the directory. */
  findPeople(words: string): readonly PolicyPerson[];
  groupsOf(objectId: string): readonly string[];
  /** The members of a group; for a person's key that person; nobody for an unknown name, and for a group that could not be read. */
  membersOf(group: string): readonly PolicyPerson[];
  /** Whether the person is in one of these groups; a name may also be a person's key. */
  isIn(objectId: string, groups: readonly string[]): boolean;
  /** Those of these names that are groups whose members are unknown now: nobody counts as being in one. */
  unreadAmong(names: readonly string[]): readonly string[];
  place(key: string): PolicyPlace | undefined;
  /** By key or title as a person types it: any case, punctuation and spaces ignored. */
  findPlace(words: string): PolicyPlace | undefined;
  conversation(key: string): PolicyConversation | undefined;
  /** The id with or without `;messageid=`. */
  conversationById(id: string): PolicyConversation | undefined;
}

/** A checked state of the policy file; it never changes. Get the current one from the store for each decision. */
export interface Policy extends PolicyBase {
  /** The value of a section that was given to `openPolicy`. */
  section<T>(section: PolicySection<T>): T;
}

const subscriptionOf = ({ scope }: PolicyPlace): string =>
  'subscriptionId' in scope ? scope.subscriptionId.toLowerCase() : '';

/** The policy's places for what affects these subscriptions: themselves, or the places in one that it does not name. */
export const affectedPlaces = ({ places }: Policy, subscriptions: readonly string[]): readonly PolicyPlace[] => {
  const wanted = new Set(subscriptions.map((id) => id.toLowerCase()));
  const inside = places.filter((place) => wanted.has(subscriptionOf(place)));
  const whole = inside.filter(({ scope }) => scope.kind === 'subscription');
  const named = new Set(whole.map(subscriptionOf));
  return inside.filter((place) => place.scope.kind === 'subscription' || !named.has(subscriptionOf(place)));
};

/** The policy does not let a person do something. The answer says besides who may. */
export class NotAllowed extends AppError {
  override readonly name = 'NotAllowed';
  /** The first people who may, and one more where there are others. */
  readonly people: readonly string[];
  /** Groups of the directory that could not be read: their members may be allowed later. */
  readonly unread: readonly string[];

  constructor(text: TextKey, people: readonly string[], values: TextValues = {}, unread: readonly string[] = []) {
    super({ code: 'Policy.NotAllowed', text, values });
    this.people = people;
    this.unread = unread;
  }
}

/** The most names that are listed. */
const MOST_NAMED = 3;

/** @param text what the person may not do @param may asked of one person's directory object id after the other */
export const notAllowed = (
  text: TextKey,
  policy: Policy,
  may: (objectId: string) => boolean,
  values: TextValues = {},
): NotAllowed => new NotAllowed(text, peopleWho(policy, may), values, policy.unreadAmong(policy.groups));

/** Names in the policy's order; somebody with two accounts counts once. */
const peopleWho = (policy: Policy, may: (objectId: string) => boolean): readonly string[] => {
  const found = new Map<string, string>();
  for (const { objectId, name } of policy.people) {
    const person = policy.identityOf(objectId);
    if (found.has(person) || !may(objectId)) continue;
    found.set(person, name);
    if (found.size > MOST_NAMED) break;
  }
  return [...found.values()];
};

/** “Bo Lind and Cy Okafor can.”, and how to become one of them. */
export const whoMay = ({ people, unread }: Pick<NotAllowed, 'people' | 'unread'>, words: Words): string => {
  const shown = people.slice(0, MOST_NAMED);
  const others = people.length > MOST_NAMED ? [words.plain('policy.whoMay.others')] : [];
  const unknown = unread.length === 0 ? '' : words.plain('policy.whoMay.unread', { groups: listed(unread, words) });
  if (people.length === 0) return unknown || words.plain('policy.whoMay.nobody');
  return [words.plain('policy.whoMay.people', { people: listed([...shown, ...others], words) }), unknown]
    .join(' ')
    .trim();
};
