import { AppError, type TextValues } from '../../lib/errors.ts';

/** Something that was asked and cannot be done, by the name of its text. */
export const refused = (what: string, values: TextValues = {}): AppError =>
  new AppError({
    code: `Billing.${what.charAt(0).toUpperCase()}${what.slice(1)}`,
    text: `billing.refused.${what}`,
    values,
  });

/** What the policy does not let somebody do or show: it says nothing of what there is. */
export const notAllowed = (what: string, values: TextValues = {}): AppError =>
  new AppError({ code: 'Policy.NotAllowed', text: `billing.refused.${what}`, values });
