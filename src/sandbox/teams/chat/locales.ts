import type { World } from '../api.ts';

/** What people can choose as their language, each by its own name. */
export const locales: World['locales'] = [
  { tag: 'en-GB', name: 'English (United Kingdom)' },
  { tag: 'en-US', name: 'English (United States)' },
  { tag: 'de-DE', name: 'Deutsch (Deutschland)' },
  { tag: 'es-ES', name: 'Español (España)' },
  { tag: 'fr-FR', name: 'Français (France)' },
  { tag: 'it-IT', name: 'Italiano (Italia)' },
  { tag: 'ja-JP', name: '日本語 (日本)' },
  { tag: 'pt-BR', name: 'Português (Brasil)' },
];
