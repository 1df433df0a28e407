import { language } from '#bot/arguments/types.ts';
import { type Answer, cardAnswer, type Turn, textAnswer } from '#bot/turn/turn.ts';
import { defineCommand, type Services } from '#features/feature.ts';
import { normalise, oneLine } from '#platform/lib/text.ts';
import { baseId } from '#teams/connector/conversations/conversation.ts';
import { usageCard, viewOfUsage } from '../cards/usage-card.ts';
import { codeOf, languageName } from '../languages/names.ts';
import { dayOf, holdersOf, usedBy } from '../meter/usage-store.ts';
import { requireTranslating, translationPolicy } from '../policy.ts';
import { readerOf, saveLanguage } from '../store.ts';
import { readingLanguage } from './translation-controller.ts';

export const AREA = 'translation';

export const myLanguage = defineCommand({
  name: 'my language',
  aliases: ['language'],
  area: AREA,
  effect: 'acts',
  takes: { language: language.ledBy('own').first().after('is') },
  menu: ['personal'],
  example: 'my language german',
  async run(turn, { language: named }, services) {
    const { database, clock } = services;
    const { who, words } = turn;
    if (named === undefined) return tellLanguage(turn, services);
    if (AUTOMATIC.has(normalise(named))) {
      await saveLanguage(database.db, clock.now(), who.objectId, null);
      return tellLanguage(turn, services);
    }
    const code = codeOf(named, words.formatLocale);
    if (code === undefined) return textAnswer('translation.refused.language', { said: oneLine(named, 40), near: '' });
    await saveLanguage(database.db, clock.now(), who.objectId, code);
    return textAnswer('translation.mine.kept', { language: languageName(code, words.formatLocale) });
  },
});

const AUTOMATIC: ReadonlySet<string> = new Set(['automatic', 'auto', 'teams', 'default', 'none']);

const tellLanguage = async (turn: Turn, services: Services): Promise<Answer> => {
  const code = await readingLanguage(turn, services);
  if (code === undefined) return textAnswer('translation.mine.unknown');
  const { own } = await readerOf(services.database.db, turn.who.objectId);
  const from = own !== undefined ? 'own' : turn.teamsLocale ? 'teams' : 'conversation';
  return textAnswer(`translation.mine.${from}`, { language: languageName(code, turn.words.formatLocale) });
};

export const usageCommand = defineCommand({
  name: 'translation usage',
  aliases: ['translation budget', 'translation costs', 'translate usage'],
  area: 'translation',
  effect: 'shows',
  takes: {},
  menu: ['groupChat'],
  example: 'translation usage',
  run: (turn, _args, services) => showUsage(turn, services),
});

/** In a personal chat, the channel's usage is the person's. */
const showUsage = async ({ who, where, words }: Turn, { policy, database, clock }: Services): Promise<Answer> => {
  requireTranslating(policy.current(), who.objectId);
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
