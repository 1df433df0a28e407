import type { CardButton } from '#engine/outbox/card-button.ts';
import type { Feature, Services, Setting, SettingsOf } from '#features/feature.ts';
import type { Words } from '#platform/texts/texts.ts';
import { translationRenderer } from './cards/translation-card.ts';
import { glossaryActions, translationActions } from './chat/actions.ts';
import { myLanguage, usageCommand } from './chat/commands.ts';
import { addCommand, glossaryCommand, importCommand, removeCommand } from './chat/glossary-commands.ts';
import { addForm, importForm } from './chat/glossary-forms.ts';
import { translateFromMenu } from './chat/message-actions.ts';
import { translateCommand } from './chat/translate-commands.ts';
import { TRANSLATE_FORM, translateForm } from './chat/translate-form.ts';
import { suggest, vocabulary } from './chat/vocabulary.ts';
import { termMigrations } from './glossary/term-store.ts';
import { deliverTranslation, translateJob, translationPruning, translations } from './jobs.ts';
import { languageName } from './languages/names.ts';
import { usageMigrations } from './meter/usage-store.ts';
import { mayTranslate, translationSection } from './policy.ts';
import { probes } from './probes.ts';
import { languageOf, readerMigrations, readerOf, translationMigrations } from './store.ts';
import { loadDetector } from './translator/evidence.ts';
import { responseMigrations } from './translator/response-store.ts';

/** The language that the person reads, if they may translate. */
const translationSettings = async (
  { database, policy }: Services,
  { objectId }: SettingsOf,
  words: Words,
): Promise<readonly Setting[]> => {
  if (!mayTranslate(policy.current(), objectId)) return [];
  const language = languageName(languageOf(await readerOf(database.db, objectId), words.locale), words.formatLocale);
  return [
    {
      title: words.markdown('translation.settings.title'),
      state: words.markdown('translation.settings.state', { language }),
      says: { title: words.plain('translation.settings.glossary'), text: 'glossary' },
    },
  ];
};

/**
 * A button on every card with texts by people, unless everybody there would be refused. The form has the card's subject, never
 * its texts: those are read when it is submitted, with the person's rights at that time.
 */
export const translateButton: CardButton = {
  name: 'translate',
  title: 'translation.button.offer',
  form: TRANSLATE_FORM,
  window: true,
  atOnce: true,
  needs: 'translator',
  answers: ({ subject, texts }, policy) =>
    texts.length > 0 && policy.section(translationSection).use.length > 0 ? { thing: subject } : undefined,
  may: (objectId, policy) => mayTranslate(policy, objectId),
};

/** Translates messages for each reader, with code, links and names unchanged. */
export const translation: Feature = {
  name: 'translation',
  commands: [translateCommand, myLanguage, glossaryCommand, addCommand, importCommand, removeCommand, usageCommand],
  suggest,
  vocabulary,
  actions: [...translationActions, ...glossaryActions],
  messageActions: [translateFromMenu],
  forms: [translateForm, addForm, importForm],
  cardButtons: [translateButton],
  renderers: (services) => [translationRenderer(services)],
  jobs: (services) => [translateJob(services), translationPruning.job(services)],
  start: (services) =>
    services.jobs.onFailed(
      translations.onFailed(services, async (trx, row) => void (await deliverTranslation(trx, services, row))),
    ),
  warm: async () => void (await loadDetector()),
  probes,
  sections: [translationSection],
  settings: translationSettings,
  migrations: {
    ...translationMigrations,
    ...readerMigrations,
    ...responseMigrations,
    ...termMigrations,
    ...usageMigrations,
  },
};
