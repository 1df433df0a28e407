import type { MessageAction } from '#bot/commands/registry.ts';
import { formAnswer } from '#bot/turn/turn.ts';
import { AppError } from '#platform/lib/errors.ts';
import { storeMessage, TRANSLATE_FORM } from './translate-form.ts';
import { requireTranslator } from './translation-controller.ts';

/** Translates any message of the conversation into the person's language; the form asks only where it is unknown. */
export const translateFromMenu: MessageAction = {
  name: 'translateMessage',
  async open(turn, { message: { shortened, ...message }, text, author }, services) {
    requireTranslator(turn, services);
    if (text.trim() === '') throw new AppError({ code: 'Translation.Empty', text: 'translation.refused.nothing' });
    const id = await storeMessage(turn, services, {
      ...{ message, author: author.name, text },
      shortened: shortened ? 'length' : undefined,
    });
    return formAnswer(TRANSLATE_FORM, { message: id });
  },
};
