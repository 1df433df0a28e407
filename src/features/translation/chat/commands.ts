import { z } from 'zod';
import { type Answer, cardAnswer, formAnswer, type Turn, textAnswer } from '../../../bot/turn/turn.ts';
import { baseId } from '../../../connector/conversations/conversation.ts';
import { AppError } from '../../../lib/errors.ts';
import { oneLine } from '../../../lib/text.ts';
import { fold } from '../../../policy/problems/wording.ts';
import { defineCommand, type Services } from '../../feature.ts';
import { usageCard, viewOfUsage } from '../cards/usage-card.ts';
import { codeOf, languageName } from '../languages/names.ts';
import { languageOf, readerOf, saveLanguage } from '../languages/readers.ts';
import type { Message } from '../message/document.ts';
import { dayOf, holdersOf, usedBy } from '../meter/usage-store.ts';
import { formAnswers, type OrderFields, parseOrder } from '../parse-order.ts';
import { categoryNamed, mayTranslate, translationPolicy } from '../policy.ts';
import { messageIn, type ParsedCommand, parseCommand } from './parse-command.ts';
import { TRANSLATE_FORM } from './translate-form.ts';
import { openTranslation, requireTranslator } from './translation-controller.ts';

const AREA = 'translation';

export const translateCommand = defineCommand({
  name: 'translate',
  aliases: ['translate:', 'translate this', 'translate message'],
  area: AREA,
  lead: 'message',
  // The text may hold any word: the command parses what stands before it.
  slots: [],
  long: true,
  arguments: z.object({ message: z.string().default('') }),
  words: ['to', 'from', 'in', 'with', 'masking'],
  example: 'translate to german and japanese: The ledger is down.',
  async handle(turn, { message: text }, services) {
    requireTranslator(turn, services);
    const { head, ...said }: ParsedCommand = COLON.test(turn.text) ? { head: 0 } : readHere(text, turn, services);
    const message = messageIn(turn, text.slice(head));
    if (message.content !== '') {
      const shortened = 'shortened' in turn.typed && turn.typed.shortened ? 'length' : undefined;
      return begin(turn, services, message, said, shortened);
    }
    // Teams brings the beginning of what is replied to, in personal and group chats.
    const { quoted } = turn;
    if (quoted) return begin(turn, services, { kind: 'text', content: quoted.text }, said, 'quote');
    return formAnswer(TRANSLATE_FORM, formAnswers(said, services.policy.current(), turn.words));
  },
});

const readHere = (asked: string, { words }: Turn, { policy }: Services): ParsedCommand =>
  parseCommand(asked, words.spoken, (said) => categoryNamed(policy.current(), said) !== undefined);

/** All that stands behind the colon of the command's own name is text. */
const COLON = /^\/?\s*translate[:：]/i;

const begin = async (
  turn: Turn,
  services: Services,
  message: Message,
  said: OrderFields,
  shortened: 'quote' | 'length' | undefined,
): Promise<Answer> => {
  const reader = await readerOf(services.database.db, turn.who.objectId);
  const own = languageOf(reader, turn.words.locale);
  const { conversationId } = turn.where;
  const frame = { policy: services.policy.current(), words: turn.words, own, conversationId };
  const order = parseOrder(message, said, frame);
  if ('field' in order) return textAnswer(order.text, order.values);
  return openTranslation(turn, services, {
    order,
    source: turn.source,
    ...(shortened === undefined ? {} : { shortened }),
  });
};

export const myLanguage = defineCommand({
  name: 'my language',
  aliases: ['language'],
  area: AREA,
  lead: 'language',
  slots: [{ word: 'is', argument: 'language' }],
  arguments: z.object({ language: z.string().optional() }),
  example: 'my language german',
  async handle(turn, { language }, services) {
    const { database, clock } = services;
    const { who, words } = turn;
    if (language === undefined) return tellLanguage(turn, services);
    if (AUTOMATIC.has(fold(language))) {
      await saveLanguage(database.db, clock.now(), who.objectId, null);
      return tellLanguage(turn, services);
    }
    const code = codeOf(language, words.spoken);
    if (code === undefined)
      return textAnswer('translation.refused.language', { said: oneLine(language, 40), near: '' });
    await saveLanguage(database.db, clock.now(), who.objectId, code);
    return textAnswer('translation.mine.kept', { language: languageName(code, words.spoken) });
  },
});

const AUTOMATIC: ReadonlySet<string> = new Set(['automatic', 'auto', 'teams', 'default', 'none']);

const tellLanguage = async ({ who, words }: Turn, { database }: Services): Promise<Answer> => {
  const reader = await readerOf(database.db, who.objectId);
  const language = languageName(languageOf(reader, words.locale), words.spoken);
  return textAnswer(reader.own === undefined ? 'translation.mine.teams' : 'translation.mine.own', { language });
};

export const usageCommand = defineCommand({
  name: 'translation usage',
  aliases: ['translation budget', 'translation costs', 'translate usage'],
  area: 'translation',
  slots: [],
  arguments: z.object({}),
  example: 'translation usage',
  handle: (turn, _args, services) => showUsage(turn, services),
});

/** In a person's own chat the chat is the person. */
const showUsage = async ({ who, where, words }: Turn, { policy, database, clock }: Services): Promise<Answer> => {
  if (!mayTranslate(policy.current(), who.objectId)) {
    throw new AppError({ code: 'Policy.NotAllowed', text: 'translation.usage.refused' });
  }
  const now = clock.now();
  const conversationId = baseId(where.conversationId);
  const told = holdersOf({ ...who, conversationId })
    .filter(([holder]) => holder !== 'channel' || where.kind !== 'personal')
    .toReversed();
  const holders = [];
  for (const [holder, id] of told)
    holders.push({ holder, used: await usedBy(database.db, dayOf(now), { holder, id }) });
  const { budgets } = translationPolicy(policy.current());
  const view = viewOfUsage({ holders, budgets, now }, words);
  return cardAnswer(usageCard.render(view), words.plain('translation.usage.summary'));
};
