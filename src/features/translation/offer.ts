import type { CardButton } from '../../outbox/card-button.ts';
import { TRANSLATE_FORM } from './form-name.ts';
import { translationPolicy } from './policy.ts';

/**
 * On every card that says something in people's words, and not to people who would all be refused. The form holds whose
 * texts they are and never the texts: those are read when it is sent, as the person may read them then.
 */
export const offerTranslation: CardButton = {
  name: 'translate',
  title: 'translation.button.offer',
  form: TRANSLATE_FORM,
  window: true,
  needs: 'translator',
  answers: ({ subject, texts }, policy) =>
    texts.length > 0 && translationPolicy(policy).use.length > 0 ? { thing: subject } : undefined,
};
