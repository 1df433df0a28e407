import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { MessageAction } from '../../../bot/commands/registry.ts';
import { formAnswer, textAnswer } from '../../../bot/turn/turn.ts';
import { AppError } from '../../../lib/errors.ts';
import { oneLine } from '../../../lib/text.ts';
import { defineAction } from '../../feature.ts';
import { keepMessage } from '../desk/translation-rows.ts';
import { formAnswers, saidOf } from '../form-answers.ts';
import { TRANSLATE_FORM } from '../form-name.ts';
import { codeOf } from '../languages/names.ts';
import { keepWithin } from '../prune.ts';
import { translationVerbs } from '../verbs.ts';
import { lookAgain, ownTranslation, pressTranslation, requireTranslator } from './translation-actions.ts';

const id = z.string().max(64);

/** The page is named by the button, so pressing it twice turns once. */
export const turnPage = defineAction({
  verb: translationVerbs.page,
  repeatable: true,
  data: z.object({ id, page: z.coerce.number().int().min(0).max(10_000) }),
  handle: (turn, data, services) =>
    pressTranslation(turn, services, data.id, { view: (view) => ({ ...view, page: data.page, face: 'texts' }) }),
});

export const showHere = defineAction({
  verb: translationVerbs.show,
  repeatable: true,
  data: z.object({ id }),
  handle: (turn, data, services) => lookAgain(turn, services, data.id),
});

/** The vendor was not sure of the language: the person is. */
export const pickSource = defineAction({
  verb: translationVerbs.from,
  repeatable: true,
  data: z.object({ id, from: z.string().max(40).default('') }),
  async handle(turn, data, services) {
    const from = codeOf(data.from, turn.words.spoken);
    if (from === undefined) return textAnswer('translation.refused.pick');
    return pressTranslation(turn, services, data.id, {
      order: ({ suggestedFrom: _guess, ...order }) => ({ ...order, from }),
      view: (view) => ({ ...view, page: 0 }),
    });
  },
});

/** Sentence beside sentence: the vendor tells it only when it is asked for it. */
export const showCurious = defineAction({
  verb: translationVerbs.curious,
  repeatable: true,
  data: z.object({ id }),
  handle: (turn, data, services) =>
    pressTranslation(turn, services, data.id, {
      order: (order) => ({ ...order, curious: true }),
      view: (view) => ({ ...view, face: 'curious' }),
    }),
});

export const showTexts = defineAction({
  verb: translationVerbs.texts,
  repeatable: true,
  data: z.object({ id }),
  handle: (turn, data, services) =>
    pressTranslation(turn, services, data.id, { view: (view) => ({ ...view, face: 'texts' }) }),
});

/** The form once more, with the same message and all that was said of it; what the translator refused stands out. */
export const askDifferently = defineAction({
  verb: translationVerbs.change,
  data: z.object({ id }),
  async handle(turn, data, services) {
    const own = await ownTranslation(turn, services, data.id);
    if ('kind' in own) return own;
    const { order, state } = own.translation;
    const answers = formAnswers(saidOf(order), services.policy.current(), turn.words);
    const field = state.is === 'failed' ? state.field : undefined;
    const refused = field === undefined ? {} : { refused: `${field}:${answers[field] ?? ''}` };
    return formAnswer(TRANSLATE_FORM, { ...answers, ...refused, of: data.id }, true);
  },
});

const EXCERPT = 160;

/** Any message of the conversation, in the languages of whoever points at it. */
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
      await keepMessage(trx, clock.now(), { id: messageId, askedBy: turn.who.objectId, message: kept });
      await keepWithin(trx, services);
    });
    return formAnswer(TRANSLATE_FORM, { message: messageId });
  },
};
