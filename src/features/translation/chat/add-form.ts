import type { Form } from '../../../bot/commands/registry.ts';
import { oneLine } from '../../../lib/text.ts';
import { ADD_FORM, readLanguage } from '../glossary/draft.ts';
import { intoField, pageOf, termField, translationField } from '../glossary/fields.ts';
import { requireEditor } from '../glossary/rights.ts';
import { keepHere } from './glossary-commands.ts';

/** One term: its phrase, what it is in which language, and where that holds. */
export const addForm: Form = {
  name: ADD_FORM,
  pages: [
    async ({ turn, services }) => {
      requireEditor(services.policy.current(), turn);
      const { words, where } = turn;
      return pageOf('add', [termField(words), translationField(words), intoField(words)], where, words);
    },
  ],
  submit({ answers, turn, services }) {
    const { term = '', translation = '', into = '', of = 'all', where } = answers;
    const languageOf = (said: string): string => readLanguage(said, turn.words.locale) ?? '';
    const written = {
      phrase: oneLine(term),
      translation: oneLine(translation),
      source: languageOf(of),
      target: languageOf(into),
    };
    return keepHere(turn, services, where, [written]);
  },
};
