import { type Answer, type Turn, textAnswer } from '../../../bot/turn.ts';
import type { Services } from '../../feature.ts';
import type { Message } from '../message/document.ts';
import { textsOf } from '../thing-texts.ts';
import { loadTranslation, type Translation } from './translation.ts';
import { findTranslation, forgetTranslation, type TranslationRow } from './translation-rows.ts';

/** Somebody's own translation, with its message as they may read it now. */
export interface OwnTranslation {
  readonly row: TranslationRow;
  readonly translation: Translation;
  readonly message: Message;
}

/** The translation of a pressed card, for its asker only. What they may not read any more is forgotten. */
export const ownTranslation = async (turn: Turn, services: Services, id: string): Promise<OwnTranslation | Answer> => {
  const { db } = services.database;
  const row = await findTranslation(db, id);
  if (!row) return textAnswer('translation.gone');
  if (row.asked_by !== turn.who.objectId) return textAnswer('translation.refused.notYours');
  const translation = loadTranslation(row);
  const { thing, order } = translation;
  const message = thing === undefined ? order.message : await textsOf(turn, services, thing);
  if (message) return { row, translation, message };
  await forgetTranslation(db, id);
  return textAnswer('translation.gone');
};
