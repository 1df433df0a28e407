import { z } from 'zod';
import { type Answer, cardAnswer, type Turn } from '../../../bot/turn/turn.ts';
import { AppError } from '../../../lib/errors.ts';
import { defineCommand, type Services } from '../../feature.ts';
import { usageCard, viewOfUsage } from '../cards/usage-card.ts';
import { dayOf, holdersOf, usedBy } from '../meter/usage-rows.ts';
import { mayTranslate, translationPolicy } from '../policy.ts';

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
  const conversationId = where.conversationId.split(';', 1)[0] ?? '';
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
