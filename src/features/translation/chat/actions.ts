import { z } from 'zod';
import { formAnswer, textAnswer } from '#bot/turn/turn.ts';
import { allowedBy, defineAction } from '#features/feature.ts';
import { glossaryVerbs } from '../cards/glossary-card.ts';
import { ADD_FORM, IMPORT_FORM } from '../glossary/read-term.ts';
import { codeOf } from '../languages/names.ts';
import { fieldsOfOrder, formAnswers } from '../parse-order.ts';
import { mayRead, mayTranslate } from '../policy.ts';
import { saveLanguage } from '../store.ts';
import { translationVerbs } from '../translation.ts';
import { forEditors, removeTerm, showGlossary } from './glossary-commands.ts';
import { TRANSLATE_FORM } from './translate-form.ts';
import { ownTranslation, pressTranslation, refreshDialog } from './translation-controller.ts';

const id = z.string().max(64);

/** Whose a button is that translates once more. */
const forTranslators = allowedBy(mayTranslate);

/** The button has the page number, so two presses turn only once. */
const turnPage = defineAction({
  verb: translationVerbs.page,
  repeatable: true,
  data: z.object({ id, page: z.coerce.number().int().min(0).max(10_000) }),
  handle: (turn, data, services) =>
    pressTranslation(turn, services, data.id, { view: (view) => ({ ...view, page: data.page, face: 'texts' }) }),
});

const showHere = defineAction({
  verb: translationVerbs.show,
  repeatable: true,
  data: z.object({ id }),
  handle: (turn, data, services) => refreshDialog(turn, services, data.id),
});

/** The person names the language that the vendor was not sure of. */
const pickSource = defineAction({
  verb: translationVerbs.from,
  repeatable: true,
  may: forTranslators,
  data: z.object({ id, from: z.string().max(40).default('') }),
  async handle(turn, data, services) {
    const from = codeOf(data.from, turn.words.formatLocale);
    if (from === undefined) return textAnswer('translation.refused.pick');
    return pressTranslation(turn, services, data.id, {
      order: ({ suggestedFrom: _guess, ...order }) => ({ ...order, from }),
      view: (view) => ({ ...view, page: 0 }),
    });
  },
});

/** Aligned sentences: the vendor returns them only on request. */
const showAlignment = defineAction({
  verb: translationVerbs.alignment,
  repeatable: true,
  may: forTranslators,
  data: z.object({ id }),
  handle: (turn, data, services) =>
    pressTranslation(turn, services, data.id, {
      order: (order) => ({ ...order, alignment: true }),
      view: (view) => ({ ...view, face: 'alignment' }),
    }),
});

const showTexts = defineAction({
  verb: translationVerbs.texts,
  repeatable: true,
  data: z.object({ id }),
  handle: (turn, data, services) =>
    pressTranslation(turn, services, data.id, { view: (view) => ({ ...view, face: 'texts' }) }),
});

/** The form again, with the same message and answers; the field that the translator refused is marked. */
const askDifferently = defineAction({
  verb: translationVerbs.change,
  may: forTranslators,
  data: z.object({ id }),
  async handle(turn, data, services) {
    const own = await ownTranslation(turn, services, data.id);
    if ('kind' in own) return own;
    const { order, state } = own.translation;
    const answers = formAnswers(fieldsOfOrder(order), services.policy.current(), turn.words);
    const field = state.is === 'failed' ? state.field : undefined;
    const refused = field === undefined ? {} : { refused: `${field}:${answers[field] ?? ''}` };
    return formAnswer(TRANSLATE_FORM, { ...answers, ...refused, of: data.id }, true);
  },
});

/** The language that the form asked for becomes the person's own. */
const rememberLanguage = defineAction({
  verb: translationVerbs.remember,
  repeatable: true,
  data: z.object({ id }),
  async handle(turn, data, services) {
    const own = await ownTranslation(turn, services, data.id);
    if ('kind' in own) return own;
    const { remember } = own.translation.view;
    if (remember !== undefined) {
      await saveLanguage(services.database.db, services.clock.now(), turn.who.objectId, remember);
    }
    return pressTranslation(turn, services, data.id, {
      view: ({ remember: code, ...view }) => (code === undefined ? view : { ...view, remembered: code }),
    });
  },
});

const queryFields = { page: z.coerce.number().int().min(0).max(10_000), search: z.string().max(200).default('') };
const word = z.string().max(400).optional();

const turnGlossary = defineAction({
  verb: glossaryVerbs.turn,
  data: z.object(queryFields),
  repeatable: true,
  automatic: true,
  may: (viewer, _data, { policy }) => mayRead(policy.current(), viewer),
  handle: (turn, data, services) => showGlossary(turn, services, data),
});

const pressRemove = defineAction({
  verb: glossaryVerbs.remove,
  data: z.object({ id: z.string(), ...queryFields }),
  may: forEditors,
  handle: (turn, { id, ...data }, services) => removeTerm(turn, services, id, data),
});

/** With the removed terms, to restore them. */
const openAdd = defineAction({
  verb: glossaryVerbs.add,
  data: z.object({ term: word, translation: word, into: word, of: word, where: word }),
  may: forEditors,
  handle: async (_turn, data) => {
    const known = Object.entries(data).filter((entry): entry is [string, string] => entry[1] !== undefined);
    return formAnswer(ADD_FORM, Object.fromEntries(known), true);
  },
});

const openImport = defineAction({
  verb: glossaryVerbs.import,
  data: z.object({}),
  may: forEditors,
  handle: async () => formAnswer(IMPORT_FORM),
});

export const translationActions = [
  turnPage,
  showHere,
  pickSource,
  showAlignment,
  showTexts,
  askDifferently,
  rememberLanguage,
];
export const glossaryActions = [turnGlossary, pressRemove, openAdd, openImport];
