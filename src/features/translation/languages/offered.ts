import type { Choice } from '../../../cards/form.ts';
import type { Policy } from '../../../policy/policy.ts';
import type { Words } from '../../../texts/texts.ts';
import { offeredLanguages } from '../policy.ts';
import { languageName } from './names.ts';

/** More would fill a card; any other one can be typed. */
const MOST_CHOICES = 40;
const COMMON: readonly string[] =
  'en,zh-Hans,es,ar,fr,pt,de,ja,hi,ru,ko,it,nl,pl,tr,uk,cs,sv,da,nb,fi,el,he,hu,ro,bg,id,vi,th,zh-Hant'.split(',');

/** Languages to choose from, in the order of the reader's alphabet. */
export const languageChoices = (policy: Policy, words: Words, also: readonly string[] = []): readonly Choice[] => {
  const offered = offeredLanguages(policy);
  const codes = new Set([...also, ...(offered.length > MOST_CHOICES ? COMMON : offered)]);
  return [...codes]
    .map((code) => ({ title: languageName(code, words.spoken), value: code }))
    .sort((a, b) => a.title.localeCompare(b.title, words.spoken));
};
