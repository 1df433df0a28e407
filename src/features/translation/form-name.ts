/** The form that asks what to translate into. */
export const TRANSLATE_FORM = 'translation.translate';
