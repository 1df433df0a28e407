import { z } from 'zod';
import type { VerifiedActivity } from '#bot/gate/activity.ts';
import { SECOND, withTimeout } from '#platform/lib/clock.ts';
import { AppError } from '#platform/lib/errors.ts';
import { oneLine } from '#platform/lib/text.ts';
import type { PolicyStore } from '#policy/file/policy-store.ts';
import type { Connector } from '#teams/connector/connector.ts';
import { fitOf, type Placed } from './mention-marks.ts';
import type { MentionedPerson, Turn } from './turn.ts';
import { readTyped } from './typed-message.ts';

/** A mention in a message, from its entity. */
export interface Mention {
  /** The channel account: `28:…` of a bot, `29:…` of a person; for a channel or a tag its id. Absent if it cannot be read. */
  readonly id?: string | undefined;
  readonly isBot: boolean;
  /** What the entity calls it, as in the text first; may be empty. */
  readonly names: readonly string[];
  /** Its own number, of an entity that has one. */
  readonly number?: number | undefined;
}

const word = z.string().optional().catch(undefined);
const entity = z.object({
  type: z.string().regex(/^mention$/i),
  text: word,
  mentioned: z.object({ id: word, name: word }).catch({}),
});

/** The mentions of a message in order. One that cannot be read keeps its place, so that the numbers of the others hold. */
export const mentionsIn = ({ raw, recipient }: VerifiedActivity): readonly Mention[] =>
  (Array.isArray(raw['entities']) ? raw['entities'] : []).flatMap((one) => {
    const read = entity.safeParse(one);
    if (!read.success) return [];
    const { text = '', mentioned } = read.data;
    const { id, name = '' } = mentioned;
    const isBot = id !== undefined && id.toLowerCase() === recipient.id.toLowerCase();
    const { 1: number } = /^<at\b[^<>]*\bid=["']?(\d{1,4})\b/i.exec(text) ?? [];
    const names = [text.replace(/<\/?at\b[^<>]*>/gi, ''), name, ...(isBot ? [nameOf(raw['recipient'])] : [])];
    return {
      ...{ id, isBot, number: number === undefined ? undefined : Number(number) },
      names: names.map((called) => oneLine(called, 100)).filter((called) => called !== ''),
    };
  });

const nameOf = (account: unknown): string => z.object({ name: z.string() }).catch({ name: '' }).parse(account).name;

/** Whether the message mentions the bot: its account tells, whatever name it is given. */
export const mentionsBot = (activity: VerifiedActivity): boolean => mentionsIn(activity).some(({ isBot }) => isBot);

/** Teams waits for the answer meanwhile; a person not found by then has no object id. */
const PATIENCE_MS = 2 * SECOND;

/** More people than anybody mentions in one message. */
const MOST = 50;

/**
 * A mention holds a channel account and a name that anybody can choose: the roster says who it is, and the policy has their
 * name. @returns the turn with that name in place of each mention
 */
export const createNaming =
  (connector: Pick<Connector, 'member'>, policy: PolicyStore) =>
  async (activity: VerifiedActivity, turn: Turn): Promise<Turn> => {
    const { conversation, serviceUrl } = activity;
    const mentions = mentionsIn(activity);
    if (mentions.every(({ isBot }) => isBot)) return turn;
    const accounts = new Set(mentions.flatMap(({ id, isBot }) => (id && !isBot && PERSON.test(id) ? [id] : [])));
    const at = { id: conversation.id, serviceUrl, tenantId: conversation.tenantId };
    const lookUp = async (id: string) => {
      const found = connector.member(at, id).catch(() => undefined);
      return [id, await withTimeout(found, PATIENCE_MS, () => undefined)] as const;
    };
    const members = new Map(await Promise.all([...accounts].slice(0, MOST).map(lookUp)));
    const personOf = ({ mention, label }: Placed): MentionedPerson => {
      if (mention?.id !== undefined && !PERSON.test(mention.id)) return { name: label, isThing: true };
      const member = members.get(mention?.id ?? '');
      // An entity without a name goes by its number: the person's own name has to fit what stands there.
      const isShown = mention?.names.length !== 0 || fitOf({ names: [member?.name ?? ''] }, label) !== 'no';
      if (!member || member.foreign || !isShown)
        return { name: turn.words.plain('bot.mention.unknown', { name: label }) };
      return { objectId: member.objectId, name: policy.current().nameOf(member.objectId, member.name || label) };
    };
    const mentioned = new Map<string, MentionedPerson>();
    const read = readTyped(activity, mentions, (mark) => {
      const one = personOf(mark);
      mentioned.set(one.name, one);
      return one.name;
    });
    return { ...turn, ...read, mentioned: [...mentioned.values()] };
  };

const PERSON = /^(?:29|8):/;

/**
 * For an argument that names a person: the object id if it is a mention, otherwise the text.
 * @throws AppError for a mention of a person Steward does not know for certain: a name alone would be a guess
 */
export const personIn = ({ mentioned = [] }: Turn, words: string): string => {
  const person = mentioned.find(({ name }) => name === words);
  if (!person) return words;
  if (person.objectId !== undefined) return person.objectId;
  throw new AppError({ code: 'Mention.Unknown', text: 'bot.mention.refused', values: { said: person.name } });
};

/** The first of the characters that replace mentions while a command is parsed; no incoming text contains one. */
const FIRST_MARK = 0xfdd0;
const MARKS = 32;

/** A text from a card, which must not contain such characters. */
export const withoutMarks = (text: string): string => text.replace(/\p{Noncharacter_Code_Point}/gu, '');

/** Keeps names of mentioned people from being parsed as words of a command: a person may be called "Because". */
export const shieldNames = ({ mentioned = [] }: Turn) => {
  const marked = mentioned.filter(({ isThing }) => !isThing).slice(0, MARKS);
  const marks = marked
    .map(({ name }, index) => [name, String.fromCharCode(FIRST_MARK + index)] as const)
    .sort(([a], [b]) => b.length - a.length);
  return {
    /** The people the marks stand for, in their order. */
    marked,
    hide: (text: string): string => marks.reduce((so, [name, mark]) => so.replaceAll(name, mark), text),
    show: (text: string): string => marks.reduce((so, [name, mark]) => so.replaceAll(mark, () => name), text),
  };
};
