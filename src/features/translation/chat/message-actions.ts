import { createHash } from 'node:crypto';
import type { MessageAction } from '../../../bot/commands/registry.ts';
import { formAnswer } from '../../../bot/turn/turn.ts';
import { AppError } from '../../../lib/errors.ts';
import { oneLine } from '../../../lib/text.ts';
import { translationPruning } from '../jobs.ts';
import { saveMessage } from '../store.ts';
import { TRANSLATE_FORM } from './translate-form.ts';
import { requireTranslator } from './translation-controller.ts';

const EXCERPT = 160;

/** Translates any message of the conversation into the person's languages. */
export const translateFromMenu: MessageAction = {
  name: 'translateMessage',
  async open(turn, { message, text, author }, services) {
    requireTranslator(turn, services);
    if (text.trim() === '') throw new AppError({ code: 'Translation.Empty', text: 'translation.refused.nothing' });
    const { database, clock } = services;
    const messageId = createHash('sha256').update(`${turn.source} ${turn.who.objectId}`).digest('base64url');
    const { shortened, ...written } = message;
    const kept = {
      ...written,
      ...(shortened ? { shortened: 'length' as const } : {}),
      ...{ author: author.name, excerpt: oneLine(text, EXCERPT) },
    };
    await database.transaction(async (trx) => {
      await saveMessage(trx, clock.now(), { id: messageId, askedBy: turn.who.objectId, message: kept });
      await translationPruning.prune(trx, services);
    });
    return formAnswer(TRANSLATE_FORM, { message: messageId });
  },
};
