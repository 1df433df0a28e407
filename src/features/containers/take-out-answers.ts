import type { Answers } from '../../cards/form.ts';
import { takeOutSecrets } from './document/take-out.ts';
import { isSecretName, TAKEN_OUT, withoutSecrets } from './secret-looks.ts';

/** Answers that hold a document: typed into the form, and one that is too long for it. */
const DOCUMENTS = ['document', 'held'] as const;

/** Tells the next page that a document could not be kept, for nobody knew where its secrets end. */
export const UNKEPT = 'unkept';

/** What may be kept of what was typed: no secret, and all the rest. */
export const takeOutAnswers = (answers: Answers): Answers => {
  const kept: Record<string, string> = { ...answers };
  for (const name of DOCUMENTS) {
    const text = answers[name] ?? '';
    if (text === '') continue;
    const without = takeOutSecrets(text);
    kept[name] = without ?? '';
    kept[UNKEPT] = without === undefined ? 'yes' : '';
  }
  if (answers.environment !== undefined) kept.environment = answers.environment.split('\n').map(takeOutLine).join('\n');
  if (answers.command !== undefined) kept.command = withoutSecrets(answers.command);
  if (answers.image !== undefined) kept.image = withoutSecrets(answers.image);
  return kept;
};

const takeOutLine = (line: string): string => {
  const [front = '', name = '', before = ''] = /^\s*([^\s=]+)(\s*=\s*)/.exec(line) ?? [];
  const value = line.slice(front.length);
  const isSecret = isSecretName(name) && value !== '' && value !== TAKEN_OUT && !/^secret:/i.test(value);
  return isSecret ? `${name}${before}${TAKEN_OUT}` : withoutSecrets(line);
};
