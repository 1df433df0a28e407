import { z } from 'zod';
import type { Connector } from '../../connector/connector.ts';
import { SECOND, withTimeout } from '../../lib/clock.ts';
import { oneLine } from '../../lib/text.ts';
import type { PolicyStore } from '../../policy/file/policy-store.ts';
import { nameWithId } from '../../policy/model/person-names.ts';
import type { VerifiedActivity } from '../gate/activity.ts';
import type { MentionedPerson, Turn } from './turn.ts';
import { readTyped } from './typed-message.ts';

/** A mention in a message, from its entity. */
export interface Mention {
  /** The channel account: `28:…` of a bot, `29:…` of a person; for a channel or a tag its id. */
  readonly id: string;
  /** Its markup in the text, such as `<at>Bo Lind</at>`. */
  readonly text: string;
  /** The name that the author's client showed. */
  readonly shown: string;
}

const entity = z.object({
  type: z.literal('mention'),
  text: z.string().default(''),
  mentioned: z.object({ id: z.string(), name: z.string().nullish() }),
});

/** More mentions than anybody types in one message. */
const MOST = 50;

/** The mentions of a message in order; an entity of an unknown shape is skipped. */
export const mentionsIn = ({ raw }: VerifiedActivity): readonly Mention[] =>
  (Array.isArray(raw['entities']) ? raw['entities'] : [])
    .flatMap((one) => {
      const read = entity.safeParse(one);
      if (!read.success) return [];
      const { text, mentioned } = read.data;
      return [{ id: mentioned.id, text, shown: oneLine(text.replace(TAG, '') || (mentioned.name ?? ''), 100) }];
    })
    .slice(0, MOST);

const TAG = /<\/?at\b[^<>]*>/gi;

/** Whether the message mentions the bot. */
export const mentionsBot = (activity: VerifiedActivity): boolean =>
  mentionsIn(activity).some(({ id }) => id === activity.recipient.id);

/** Teams waits for the answer meanwhile; a person not found by then has no object id. */
const PATIENCE_MS = 2 * SECOND;

/**
 * A mention holds a channel account and a name that anybody can choose: the roster says who it is, and the policy has their
 * name. @returns the turn with that name in place of each mention
 */
export const createNaming =
  (connector: Pick<Connector, 'member'>, policy: PolicyStore) =>
  async (activity: VerifiedActivity, turn: Turn): Promise<Turn> => {
    const { conversation, serviceUrl, recipient } = activity;
    const mentions = mentionsIn(activity);
    const people = new Map(
      mentions.filter(({ id }) => /^(?:29|8):/.test(id) && id !== recipient.id).map((one) => [one.id, one]),
    );
    if (people.size === 0) return turn;
    const at = { id: conversation.id, serviceUrl, tenantId: conversation.tenantId };
    const lookUp = async ({ id, shown }: Mention): Promise<readonly [string, MentionedPerson]> => {
      const unknown = { name: nameWithId(shown, '') };
      const found = connector.member(at, id).then(
        ({ objectId, name, foreign }) =>
          foreign ? unknown : { objectId, name: policy.current().nameOf(objectId, name || shown) },
        () => unknown,
      );
      return [id, await withTimeout<MentionedPerson>(found, PATIENCE_MS, () => unknown)];
    };
    const named = new Map(await Promise.all([...people.values()].map(lookUp)));
    return { ...turn, ...readTyped(activity, mentions, named), mentioned: [...named.values()] };
  };

/** For an argument that names a person: the object id if it is a mention, otherwise the text. */
export const personIn = ({ mentioned = [] }: Turn, words: string): string =>
  mentioned.find(({ name }) => name === words)?.objectId ?? words;

/** The first of the characters that replace mentions while a command is parsed; no incoming text contains one. */
const FIRST_MARK = 0xfdd0;
const MARKS = 32;

/** Keeps names of mentioned people from being parsed as words of a command: a person may be called "Because". */
export const shieldNames = ({ mentioned = [] }: Turn) => {
  const marked = mentioned.slice(0, MARKS);
  const marks = marked
    .map(({ name }, index) => [name, String.fromCharCode(FIRST_MARK + index)] as const)
    .sort(([a], [b]) => b.length - a.length);
  return {
    /** Those whom the marks stand for, in their order. */
    marked,
    hide: (text: string): string => marks.reduce((so, [name, mark]) => so.replaceAll(name, mark), text),
    show: (text: string): string => marks.reduce((so, [name, mark]) => so.replaceAll(mark, () => name), text),
  };
};
