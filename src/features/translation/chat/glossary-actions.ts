import { z } from 'zod';
import { formAnswer } from '../../../bot/turn/turn.ts';
import { defineAction } from '../../feature.ts';
import { glossaryVerbs } from '../cards/glossary-card.ts';
import { ADD_FORM, IMPORT_FORM } from '../glossary/draft.ts';
import { removeTerm, showGlossary } from './glossary-commands.ts';

const look = { page: z.coerce.number().int().min(0).max(10_000), search: z.string().max(200).default('') };
const word = z.string().max(400).optional();

export const turnGlossary = defineAction({
  verb: glossaryVerbs.turn,
  data: z.object(look),
  repeatable: true,
  handle: (turn, data, services) => showGlossary(turn, services, data),
});

export const pressRemove = defineAction({
  verb: glossaryVerbs.remove,
  data: z.object({ id: z.string(), ...look }),
  handle: (turn, { id, ...data }, services) => removeTerm(turn, services, id, data),
});

/** With what was removed, where it is to be put back. */
export const openAdd = defineAction({
  verb: glossaryVerbs.add,
  data: z.object({ term: word, translation: word, into: word, of: word, where: word }),
  handle: async (_turn, data) => {
    const known = Object.entries(data).filter((entry): entry is [string, string] => entry[1] !== undefined);
    return formAnswer(ADD_FORM, Object.fromEntries(known), true);
  },
});

export const openImport = defineAction({
  verb: glossaryVerbs.import,
  data: z.object({}),
  handle: async () => formAnswer(IMPORT_FORM),
});
