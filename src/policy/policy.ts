import type { Scope } from '../api/request/path.ts';
import type { PolicySection } from './section.ts';

export interface PolicyPerson {
  readonly key: string;
  /** Directory object id, in lower case. */
  readonly objectId: string;
  /** What cards call them: where two people's names read alike, with the last characters of the object id. */
  readonly name: string;
  /** Shows only that something is about this person, so that they do not decide on it; it lets nobody do anything. */
  readonly email?: string | undefined;
  readonly groups: readonly string[];
}

/** A name for a scope of the vendor. */
export interface PolicyPlace {
  readonly key: string;
  readonly title: string;
  readonly scope: Scope;
}

/** A channel or chat that the bot speaks in. */
export interface PolicyConversation {
  readonly key: string;
  /** Without `;messageid=`. */
  readonly id: string;
  readonly title: string;
  /** BCP 47 tag of the language that the bot speaks there. */
  readonly language: string;
}

/** Who is who and what is where: the part of a policy that every section may lean on. */
export interface PolicyBase {
  readonly people: readonly PolicyPerson[];
  /** Names of the groups, in the file's order. */
  readonly groups: readonly string[];
  readonly places: readonly PolicyPlace[];
  readonly conversations: readonly PolicyConversation[];
  /** Key of the conversation that is told what needs a person. */
  readonly operators: string | undefined;
  readonly guests: 'refuse' | 'allow';
  /** Names of groups or of people. */
  readonly administrators: readonly string[];
  /** The id in any case. */
  personByObjectId(objectId: string): PolicyPerson | undefined;
  person(key: string): PolicyPerson | undefined;
  /** The object id of the person's first account, for every account of theirs; of whom the policy does not name the id itself. */
  identityOf(objectId: string): string;
  /**
   * What cards, records and messages call a person: the policy's name; of whom the policy does not know the name that
   * Teams or the vendor gives, with the last characters of the object id, for anybody may choose such a name.
   */
  nameOf(objectId: string, given: string): string;
  /** Whom somebody means by a key, a name, or an object id; several where a name fits several. */
  findPeople(words: string): readonly PolicyPerson[];
  groupsOf(objectId: string): readonly string[];
  /** The people of a group; of a person's key that person alone; of an unknown name nobody. */
  membersOf(group: string): readonly PolicyPerson[];
  /** Whether the person is in one of these groups; a name may also be a person's key. */
  isIn(objectId: string, groups: readonly string[]): boolean;
  place(key: string): PolicyPlace | undefined;
  /** By key or title as a person types it: any case, punctuation and spaces ignored. */
  findPlace(words: string): PolicyPlace | undefined;
  conversation(key: string): PolicyConversation | undefined;
  /** The id with or without `;messageid=`. */
  conversationById(id: string): PolicyConversation | undefined;
}

/** One whole, checked state of the policy file; never changes. Ask the store for the current one at each decision. */
export interface Policy extends PolicyBase {
  /** The value of a section that was given to `openPolicy`. */
  section<T>(section: PolicySection<T>): T;
}
