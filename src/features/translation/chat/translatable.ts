import type { Turn } from '../../../bot/turn/turn.ts';
import type { Services } from '../../feature.ts';
import type { Thing } from '../desk/translation.ts';
import type { Message } from '../message/document.ts';

/** The card's texts as this person may read them now; undefined where there are none, or none any more. */
export const textsOf = async (turn: Turn, services: Services, thing: Thing): Promise<Message | undefined> => {
  const [kind = '', ...id] = thing.subject.split(':');
  // What is asked in the person's own chat about a card of a channel is asked as if it stood there.
  const there = { ...turn, where: { ...turn.where, conversationId: thing.conversationId } };
  const texts = await services.registry().translatable(kind)?.texts(id.join(':'), there, services);
  return texts && { kind: 'text', content: texts.join('\n\n') };
};
