import { z } from 'zod';
import { DAY } from '#platform/lib/clock.ts';
import { parseDuration } from '#platform/lib/duration.ts';
import type { AppError } from '#platform/lib/errors.ts';
import { normalise } from '#platform/lib/text.ts';
import type { Words } from '#platform/texts/texts.ts';
import { nameSchema } from '#policy/model/entries.ts';
import { isAmong, type Readers, readersSchema, unknownReaders } from '#policy/model/sections.ts';
import { notAllowed, type Policy, type PolicyBase } from '#policy/policy.ts';
import { defineSection } from '#policy/section.ts';
import type { Choice } from '#teams/cards/form.ts';
import type { ConversationKind } from '#teams/connector/conversations/conversation.ts';
import { languageCodes, languageName } from './languages/names.ts';

const characters = z.int().positive();
const budget = z.strictObject({ day: characters.optional(), month: characters.optional() }).prefault({});

const language = z.string().transform((text, context) => {
  const code = languageCodes.find((known) => known.toLowerCase() === text.toLowerCase());
  if (code !== undefined) return code;
  context.addIssue({
    code: 'custom',
    message: 'is no language of the translator → write its code as de, pt-pt or zh-Hans',
  });
  return z.NEVER;
});

/** A custom system, by its name for people. */
const category = z.strictObject({
  title: z.string().min(1).max(60).optional(),
  /** The vendor's id. */
  category: z.string().min(1).max(200),
  /** The general system may translate language pairs that it does not have. */
  allowFallback: z.boolean().default(true),
});

/** Responses must outlive an order that waits for the vendor, or they would be charged twice. */
const keep = z
  .string()
  .transform((text) => parseDuration(text) ?? 0)
  .refine((ms) => ms >= DAY, { error: 'is not a duration of a day or more → write for example "7 days"' });

/** Who may translate, and the budgets; nobody by default. */
export const translationSection = defineSection(
  'translation',
  z
    .strictObject({
      /** Groups, people, or everyone with access to the bot. */
      use: readersSchema.default([]),
      /** The languages in the form; by default all of the translator. */
      languages: z.array(language).default([]),
      /** Characters that the vendor may charge, by day and month in UTC; no limit by default. */
      budgets: z.strictObject({ person: budget, channel: budget, tenant: budget }).prefault({}),
      /** From 0 to 1: a language with a lower score is uncertain. */
      doubtBelow: z.number().min(0).max(1).default(0.7),
      categories: z.record(nameSchema, category).default({}),
      profanity: z.enum(['NoAction', 'Marked', 'Deleted']).default('NoAction'),
      /** How long translations and the vendor's responses are stored. */
      keep: keep.prefault('7 days'),
      /** Who sees and who edits the glossaries of teams and channels; everybody has their own in the personal chat. */
      glossary: z
        .strictObject({ see: readersSchema.default('everyone'), edit: readersSchema.default([]) })
        .prefault({}),
    })
    .prefault({}),
  (value, policy: PolicyBase) => [
    ...unknownReaders(policy, value.use, ['use']),
    ...unknownReaders(policy, value.glossary.see, ['glossary', 'see']),
    ...unknownReaders(policy, value.glossary.edit, ['glossary', 'edit']),
  ],
);

export const translationPolicy = (policy: Policy) => policy.section(translationSection);

/** The most characters for each of them; undefined for no limit. */
export type Budgets = ReturnType<typeof translationPolicy>['budgets'];

export const mayTranslate = (policy: Policy, objectId: string): boolean =>
  isAmong(policy, objectId, translationPolicy(policy).use);

/** Codes, in the policy's order. */
export const offeredLanguages = (policy: Policy): readonly string[] => {
  const { languages } = translationPolicy(policy);
  return languages.length === 0 ? languageCodes : languages;
};

interface Category {
  readonly title: string;
  readonly category: string;
  readonly allowFallback: boolean;
}

/** Custom systems by their names in the policy. */
export const categoriesOf = (policy: Policy): ReadonlyMap<string, Category> =>
  new Map(
    Object.entries(translationPolicy(policy).categories).map(([key, { title = key, ...rest }]) => [
      key,
      { ...rest, title },
    ]),
  );

/** A custom system by its name in the policy, its title, or the vendor's id. */
export const categoryNamed = (policy: Policy, said: string): Category | undefined =>
  [...categoriesOf(policy)].find(([key, { title, category: id }]) =>
    [key, title, id].some((name) => normalise(name) === normalise(said)),
  )?.[1];

/** How long translations and the vendor's responses are stored, in milliseconds. */
export const retentionOf = (policy: Policy): number => translationPolicy(policy).keep;

/** More would fill a card; others can be typed. */
const MOST_CHOICES = 40;
const COMMON: readonly string[] =
  'en,zh-Hans,es,ar,fr,pt,de,ja,hi,ru,ko,it,nl,pl,tr,uk,cs,sv,da,nb,fi,el,he,hu,ro,bg,id,vi,th,zh-Hant'.split(',');

/** Languages to choose from, in alphabetical order for the reader. */
export const languageChoices = (policy: Policy, words: Words, also: readonly string[] = []): readonly Choice[] => {
  const offered = offeredLanguages(policy);
  const codes = new Set([...also, ...(offered.length > MOST_CHOICES ? COMMON : offered)]);
  return [...codes]
    .map((code) => ({ title: languageName(code, words.formatLocale), value: code }))
    .sort((a, b) => a.title.localeCompare(b.title, words.formatLocale));
};

/** The person who wants to see or edit, and the conversation: a turn has these fields. */
interface Reader {
  readonly who: { readonly objectId: string };
  readonly where: { readonly kind: ConversationKind };
}

const may = (policy: Policy, readers: Readers, { who, where }: Reader): boolean =>
  where.kind === 'personal' || isAmong(policy, who.objectId, readers);

/** A glossary belongs to a whole team; the one in a personal chat to that person. */
export const mayEdit = (policy: Policy, asking: Reader): boolean =>
  may(policy, translationPolicy(policy).glossary.edit, asking);

/** @throws AppError that says who may change glossaries */
export const requireEditor = (policy: Policy, asking: Reader): void => {
  if (!mayEdit(policy, asking)) throw refused('edit', policy, translationPolicy(policy).glossary.edit);
};

/** People who may edit may also see. */
export const mayRead = (policy: Policy, asking: Reader): boolean =>
  may(policy, translationPolicy(policy).glossary.see, asking) || mayEdit(policy, asking);

/** @throws AppError that says who may see glossaries */
export const requireReader = (policy: Policy, asking: Reader): void => {
  if (!mayRead(policy, asking)) throw refused('see', policy, translationPolicy(policy).glossary.see);
};

const refused = (what: 'edit' | 'see', policy: Policy, readers: Readers): AppError =>
  notAllowed(`translation.glossary.refused.${what}`, policy, (person) => isAmong(policy, person, readers));

/** @throws AppError that says who may translate */
export const requireTranslating = (policy: Policy, objectId: string): void => {
  if (mayTranslate(policy, objectId)) return;
  throw notAllowed('translation.refused.notAllowed', policy, (person) => mayTranslate(policy, person));
};
