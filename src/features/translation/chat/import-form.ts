import type { Form, FormEnd } from '../../../bot/commands/registry.ts';
import { IMPORT_FORM } from '../glossary/draft.ts';
import { columnsField, linesField, pageOf } from '../glossary/fields.ts';
import { readImport, sayWrong } from '../glossary/read-import.ts';
import { requireEditor } from '../glossary/rights.ts';
import { keepHere } from './glossary-commands.ts';

/** Many terms at once, one a line; nothing is taken in before every line is understood. */
export const importForm: Form = {
  name: IMPORT_FORM,
  pages: [
    async ({ turn, services }) => {
      requireEditor(services.policy.current(), turn);
      return pageOf('import', [linesField(turn.words), columnsField(turn.words)], turn.where, turn.words);
    },
  ],
  async submit({ answers, turn, services }): Promise<FormEnd> {
    const { words } = turn;
    const wrong = (errors: Readonly<Record<string, string>>): FormEnd => ({ kind: 'wrong', errors });
    const read = readImport(answers, words.locale);
    if (read.is === 'terms') return keepHere(turn, services, answers.where, read.terms);
    if (read.is === 'wrong') return wrong({ terms: sayWrong(read.lines, words) });
    return read.is === 'empty'
      ? wrong({ terms: words.plain('translation.glossary.problem.noLines') })
      : wrong({ into: words.plain('translation.glossary.problem.whichLanguage') });
  },
};
