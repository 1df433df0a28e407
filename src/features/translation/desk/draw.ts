import type { Rendered, Renderer } from '../../../outbox/renderer.ts';
import type { Words } from '../../../texts/texts.ts';
import type { Services } from '../../feature.ts';
import { drawResult } from '../cards/result-card.ts';
import { drawFailed, drawWaiting } from '../cards/state-card.ts';
import { languageChoices } from '../languages/offered.ts';
import { loadTranslation, TRANSLATION } from './translation.ts';
import { findTranslation, type TranslationRow } from './translation-rows.ts';

/** A translation's card from its row. @param dialog it is shown to its asker alone, and nowhere else */
export const drawTranslation = (row: TranslationRow, words: Words, services: Services, dialog = false): Rendered => {
  const translation = loadTranslation(row);
  const { state, version } = translation;
  if (state.is === 'waiting') return { version, ...drawWaiting(translation, state, words, dialog) };
  if (state.is === 'failed') return { version, ...drawFailed(translation, state, words) };
  const choices = (also: readonly string[]) => languageChoices(services.policy.current(), words, also);
  return { version, ...drawResult(translation, state.outcome, { words, choices }) };
};

export const translationRenderer = (services: Services): Renderer => ({
  kind: TRANSLATION,
  async render(id, _face, words) {
    const row = await findTranslation(services.database.db, id);
    return row && drawTranslation(row, words, services);
  },
});
