import { z } from 'zod';
import { isGuid, parseScope } from '#cloud/request/path.ts';
import { parseDuration } from '#platform/lib/duration.ts';
import { EMAIL_PATTERN } from '#platform/lib/email.ts';
import { oneLine } from '#platform/lib/text.ts';

const LONGEST_TITLE = 200;

/** The key of a person, group, place or conversation. */
export const nameSchema = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, 'is not a valid name → use up to 64 letters, digits, dots, dashes');

/** In lists of groups and people: everyone with access to the bot; the person concerned. */
export const EVERYONE = 'everyone';
export const SELF = 'self';
export const WORDS_OF_RULES: ReadonlySet<string> = new Set([EVERYONE, SELF]);
/** What people type for no person in particular, and for themselves, besides. */
export const WORDS_FOR_PEOPLE: ReadonlySet<string> = new Set([
  ...WORDS_OF_RULES,
  ...['everybody', 'me', 'myself', 'nobody', 'none'],
]);

/** Names of groups; a person's key is allowed too. */
export const namesSchema = z.array(z.string());

/** A group of the tenant's directory, by its object id: its members there, also through another group, are its members here. */
export const directoryGroupSchema = z.strictObject({
  entra: z
    .string()
    .refine(
      isGuid,
      'is not the object id of a group → write its "Object ID" of the Entra admin center, 8-4-4-4-12 digits',
    )
    .toLowerCase(),
});

const titleSchema = z
  .string()
  .min(1)
  .max(LONGEST_TITLE)
  .refine(
    (text) => oneLine(text, text.length) === text,
    'has hidden characters, or spaces at an end → type it again on one line',
  );

/** A user principal name has the form of an address; a guest's has letters that an address has not. */
export const accountSchema = z
  .string()
  .regex(/^[^\s@]{1,113}@[^\s@]{1,113}$/, 'is not an account → write its e-mail address or user principal name')
  .toLowerCase();

export const personSchema = z.strictObject({
  id: z
    .string()
    .refine(isGuid, 'is not a directory object id → write the id that "whoami" shows, as 8-4-4-4-12 hexadecimal digits')
    .toLowerCase(),
  /** The e-mail address or user principal name that the id was found by; `policy check --online` compares the two. */
  account: accountSchema.optional(),
  name: titleSchema.optional(),
  email: z.string().regex(EMAIL_PATTERN, 'is not an e-mail address → write it as name@example.com').optional(),
  /** Another account of the person with this key. */
  'same as': z.string().optional(),
});

const scopeFault =
  'is not a scope → write subscriptions/<id>, subscriptions/<id>/resourceGroups/<name>, the id of a resource, or providers/<namespace>.Management/managementGroups/<name>';

/** @returns a duration in milliseconds, or the word instead of one @param examples quoted, for the remedy: `"8 hours" or "2 days"` */
export const durationSchema = <Word extends string = never>(examples: string, word?: Word) =>
  z.string().transform((text, context): number | Word => {
    if (word !== undefined && text === word) return word;
    const ms = parseDuration(text);
    if (ms !== undefined) return ms;
    context.addIssue({ code: 'custom', message: `is not a duration → write for example ${examples}` });
    return z.NEVER;
  });

export const placeSchema = z.strictObject({
  scope: z.string().transform((text, context) => {
    const scope = parseScope(text);
    if (scope !== undefined) return scope;
    context.addIssue({ code: 'custom', message: scopeFault });
    return z.NEVER;
  }),
  title: titleSchema.optional(),
});

const isLanguage = (tag: string): boolean => {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
};

export const conversationSchema = z.strictObject({
  id: z
    .string()
    .regex(
      /^(?!https?:)[^\s;]{1,500}$/,
      'is not a conversation id → write the id that "where am I" shows, without ;messageid=',
    ),
  title: titleSchema.optional(),
  language: z.string().refine(isLanguage, 'is not a language → write a tag such as en or pt-BR').default('en'),
});

export const guestsSchema = z.enum(['refuse', 'allow']).default('refuse');

/** The keys of people, or a group of the directory. */
export type GroupEntry = readonly string[] | z.infer<typeof directoryGroupSchema>;
export type PersonEntry = z.infer<typeof personSchema>;
export type PlaceEntry = z.infer<typeof placeSchema>;
export type ConversationEntry = z.infer<typeof conversationSchema>;
