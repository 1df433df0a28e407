import type { TextValues } from '#platform/lib/errors.ts';
import { oneLine } from '#platform/lib/text.ts';
import type { TextKey, Words } from '#platform/texts/texts.ts';
import type { Policy } from '#policy/policy.ts';
import type { Answers } from '#teams/cards/form.ts';
import {
  codeForLocale,
  codeOf,
  findLanguages,
  languageName,
  nearestLanguage,
  scriptNamed,
  scriptOf,
} from './languages/names.ts';
import type { Message } from './message/document.ts';
import { categoriesOf, categoryNamed, translationPolicy } from './policy.ts';
import { glossaryChoices, MOST_TARGETS, type Order, type Target } from './translation.ts';

/** A person's options for a translation, typed or chosen; missing ones get defaults. */
export interface OrderFields {
  readonly to?: string | undefined;
  readonly from?: string | undefined;
  readonly script?: string | undefined;
  readonly profanity?: string | undefined;
  /** A name in the policy, or the vendor's id. */
  readonly category?: string | undefined;
  readonly glossary?: string | undefined;
}

interface OrderContext {
  readonly policy: Policy;
  readonly words: Words;
  /** The default target language. */
  readonly own: string;
  /** The conversation of the request. */
  readonly conversationId: string;
}

/** An invalid option: its text for the person, and its field. */
export interface Problem {
  readonly field: 'to' | 'from' | 'script' | 'category';
  readonly text: TextKey;
  readonly values: TextValues;
}

export const parseOrder = (message: Message, said: OrderFields, frame: OrderContext): Order | Problem => {
  const { policy, words } = frame;
  const to = targetsOf(said, frame);
  if ('field' in to) return to;
  const from = given(said.from) === undefined ? undefined : codeOf(said.from ?? '', words.formatLocale);
  if (given(said.from) !== undefined && from === undefined) return unknown('from', said.from ?? '', words);
  const system = systemOf(given(said.category), policy);
  if ('field' in system) return system;
  const suggestedFrom = from === undefined ? conversationLanguage(frame, to) : undefined;
  const glossary = glossaryChoices.find((choice) => choice === said.glossary);
  return {
    message: { kind: message.kind, content: message.content },
    to,
    ...(from === undefined ? {} : { from }),
    ...(suggestedFrom === undefined ? {} : { suggestedFrom }),
    profanity: profanityOf(said.profanity) ?? translationPolicy(policy).profanity,
    ...system,
    ...(glossary === undefined ? {} : { glossary }),
    alignment: false,
  };
};

const given = (text: string | undefined): string | undefined => {
  const said = text?.trim();
  return said === '' ? undefined : said;
};

const targetsOf = (said: OrderFields, { words, own }: OrderContext): readonly Target[] | Problem => {
  const { codes, unknown: wrong } = findLanguages(given(said.to) ?? own, words.formatLocale);
  const [first] = wrong;
  if (first !== undefined) return unknown('to', first, words);
  if (codes.length > MOST_TARGETS) {
    return { field: 'to', text: 'translation.refused.manyLanguages', values: { most: MOST_TARGETS } };
  }
  const typed = given(said.script);
  if (typed === undefined) return codes.map((language) => ({ language }));
  const script = scriptNamed(typed, words.formatLocale);
  if (script === undefined) {
    return { field: 'script', text: 'translation.refused.script', values: { said: oneLine(typed, 40) } };
  }
  return codes.map((language) => ({ language, ...(scriptOf(language) === script ? {} : { script }) }));
};

const unknown = (field: Problem['field'], said: string, words: Words): Problem => {
  const near = nearestLanguage(said, words.formatLocale);
  return {
    field,
    text: near === undefined ? 'translation.refused.language' : 'translation.refused.languageNear',
    values: { said: oneLine(said, 40), near: near === undefined ? '' : languageName(near, words.formatLocale) },
  };
};

const PROFANITY = ['NoAction', 'Marked', 'Deleted'] as const;

const profanityOf = (said: string | undefined): Order['profanity'] | undefined =>
  PROFANITY.find((choice) => choice === said);

/** A system in the policy; if it lists none, the vendor checks the id. */
const systemOf = (said: string | undefined, policy: Policy): Pick<Order, 'category' | 'allowFallback'> | Problem => {
  if (said === undefined) return { allowFallback: true };
  const named = categoryNamed(policy, said);
  if (named) return { category: named.category, allowFallback: named.allowFallback };
  const titles = [...categoriesOf(policy).values()].map(({ title }) => title);
  if (titles.length === 0) return { category: said, allowFallback: true };
  const values = { said: oneLine(said, 40), known: titles.join(', ') };
  return { field: 'category', text: 'translation.refused.category', values };
};

/** If detection fails, it is probably the language of the conversation. */
const conversationLanguage = ({ policy, conversationId }: OrderContext, to: readonly Target[]): string | undefined => {
  const spoken = policy.conversationById(conversationId)?.language;
  const code = spoken === undefined ? undefined : codeForLocale(spoken);
  return to.some(({ language }) => language === code) ? undefined : code;
};

/** The options of a translation as the form's answers: codes and the policy's names, from any spelling. */
export const formAnswers = (said: OrderFields, policy: Policy, { formatLocale }: Words): Answers => {
  const { codes, unknown } = findLanguages(said.to ?? '', formatLocale);
  const [to, ...others] = codes;
  const more = [...others.map((code) => languageName(code, formatLocale)), ...unknown].join(', ');
  const category = said.category === undefined ? undefined : categoryNamed(policy, said.category);
  const key = [...categoriesOf(policy)].find(([, one]) => one.category === category?.category)?.[0];
  const answers = {
    ...{ to, more: said.to === undefined ? undefined : more, profanity: said.profanity, glossary: said.glossary },
    from: said.from === undefined ? undefined : codeOf(said.from, formatLocale),
    script: said.script === undefined ? undefined : scriptNamed(said.script, formatLocale),
    category: key ?? (categoriesOf(policy).size === 0 ? said.category : undefined),
  };
  return Object.fromEntries(
    Object.entries(answers).flatMap(([id, value]) => (value === undefined ? [] : [[id, value]])),
  );
};

/** The same for an existing order. */
export const fieldsOfOrder = ({ to, from, profanity, category, glossary }: Order): OrderFields => {
  const script = to.find((target) => target.script !== undefined)?.script;
  return { to: to.map(({ language }) => language).join(', '), profanity, from, script, category, glossary };
};
