import { AppError } from '../../../lib/errors.ts';

/** The policy does not let this person translate. */
export const notAllowed = (): AppError =>
  new AppError({ code: 'Policy.NotAllowed', text: 'translation.refused.notAllowed' });
