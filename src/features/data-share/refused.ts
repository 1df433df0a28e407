import { AppError, type TextValues } from '../../lib/errors.ts';

/** Something that was asked and cannot be done, by the name of its text. */
export const refused = (what: string, values: TextValues = {}): AppError =>
  new AppError({ code: 'DataShare.Question', text: `shares.refused.${what}`, values });
