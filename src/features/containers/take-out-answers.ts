import type { Answers } from '../../cards/form.ts';
import { TooHeavy } from '../../lib/side-thread.ts';
import { documents } from './document/documents.ts';
import { LONGEST_DOCUMENT } from './document/read-document.ts';
import { isSecretName, TAKEN_OUT, withoutSecrets } from './secret-looks.ts';

/** Answers that hold a document: typed into the form, and one that is too long for it. */
const DOCUMENTS = ['document', 'held'] as const;

/** Tells the next page why a document could not be kept. */
export const UNKEPT = 'unkept';
/** Nobody knew where its secrets end; it is longer than any that is taken; to read it takes too much. */
const reasons = ['unkept', 'tooLong', 'tooHeavy'] as const;
type Reason = (typeof reasons)[number];

export const reasonUnkept = (answers: Answers): Reason | undefined =>
  reasons.find((reason) => reason === answers[UNKEPT]);

type Keepable = { readonly kept: string; readonly unkept?: never } | { readonly kept?: never; readonly unkept: Reason };

/** What may be kept of a document, and why nothing of it may. */
export const keepable = async (typed: string): Promise<Keepable> => {
  if (typed.length > LONGEST_DOCUMENT) return { unkept: 'tooLong' };
  try {
    const kept = await documents.takeOutSecrets(typed);
    return kept === undefined ? { unkept: 'unkept' } : { kept };
  } catch (error) {
    if (error instanceof TooHeavy) return { unkept: 'tooHeavy' };
    throw error;
  }
};

/** What may be kept of what was typed: no secret, and all the rest. */
export const takeOutAnswers = async (answers: Answers): Promise<Answers> => {
  const kept: Record<string, string> = { ...answers };
  for (const name of DOCUMENTS) {
    const text = answers[name] ?? '';
    if (text === '') continue;
    const without = await keepable(text);
    kept[name] = without.kept ?? '';
    kept[UNKEPT] = without.unkept ?? '';
    if (without.unkept) break;
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
