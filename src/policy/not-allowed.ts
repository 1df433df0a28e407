import { AppError, type TextValues } from '#platform/lib/errors.ts';
import { listed, type TextKey, type Words } from '#platform/texts/texts.ts';
import type { Policy } from './policy.ts';

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

/**
 * @param text what the person may not do
 * @param may whether somebody with this directory object id may: asked of one after the other until enough are found
 */
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
