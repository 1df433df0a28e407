import type { Turn } from '../../../bot/turn.ts';
import { AppError } from '../../../lib/errors.ts';
import { translateText } from '../../../vendor/operations/translation.ts';
import type { Services } from '../../feature.ts';
import { mayTranslate } from '../section.ts';

export const notAllowed = (): AppError =>
  new AppError({ code: 'Policy.NotAllowed', text: 'translation.refused.notAllowed' });

/** @throws AppError where there is no translator, or the policy does not let this person use it */
export const requireTranslator = ({ who }: Turn, { vendor, policy }: Services): void => {
  vendor.requireService(translateText);
  if (!mayTranslate(policy.current(), who.objectId)) throw notAllowed();
};
