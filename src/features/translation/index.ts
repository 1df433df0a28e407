import type { Feature } from '../feature.ts';
import { answersMigrations } from './answers.ts';
import {
  askDifferently,
  pickSource,
  showCurious,
  showHere,
  showTexts,
  translateFromMenu,
  turnPage,
} from './chat/actions.ts';
import { myLanguage, translateCommand } from './chat/commands.ts';
import { glossary } from './chat/glossary.ts';
import { translateForm } from './chat/translate-form.ts';
import { usage } from './chat/usage.ts';
import { translationRenderer } from './desk/draw.ts';
import { failedTranslation, translateJob } from './desk/translate-job.ts';
import { translationMigrations } from './desk/translation-rows.ts';
import { readerMigrations } from './languages/readers.ts';
import { offerTranslation } from './offer.ts';
import { translationSection } from './policy.ts';
import { pruneJob } from './prune.ts';
import { translationSettings } from './settings.ts';

/** A message in the languages of whoever reads it, its code, links and names as they were. */
export const translation: Feature = {
  name: 'translation',
  commands: [translateCommand, myLanguage, ...glossary.commands, ...usage.commands],
  actions: [turnPage, showHere, pickSource, showCurious, showTexts, askDifferently, ...glossary.actions],
  messageActions: [translateFromMenu],
  forms: [translateForm, ...glossary.forms],
  cardButtons: [offerTranslation],
  renderers: (services) => [translationRenderer(services)],
  jobs: (services) => [translateJob(services), pruneJob(services)],
  start: (services) => services.jobs.onFailed(failedTranslation(services)),
  sections: [translationSection],
  settings: translationSettings,
  migrations: {
    ...translationMigrations,
    ...readerMigrations,
    ...answersMigrations,
    ...glossary.migrations,
    ...usage.migrations,
  },
};
