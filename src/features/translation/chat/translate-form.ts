import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Form, FormContext, FormEnd } from '#bot/commands/registry.ts';
import { type Answer, type Turn, textAnswer } from '#bot/turn/turn.ts';
import type { Services } from '#features/feature.ts';
import { formPage } from '#features/form-fields.ts';
import type { TextName } from '#platform/lib/errors.ts';
import { oneLine } from '#platform/lib/text.ts';
import { type Answers, type Field, type FormPage, LONGEST_ANSWER } from '#teams/cards/form.ts';
import { baseId } from '#teams/connector/conversations/conversation.ts';
import { countTerms, glossariesOf } from '../glossary/term-store.ts';
import { translationPruning } from '../jobs.ts';
import { codeOf, findLanguages, scriptName, scriptNamed } from '../languages/names.ts';
import type { Message } from '../message/document.ts';
import { parseOrder } from '../parse-order.ts';
import { categoriesOf, languageChoices, translationPolicy } from '../policy.ts';
import { findMessage, findTranslationBySource, readerOf, saveMessage } from '../store.ts';
import type { SourceCard, View } from '../translation.ts';
import {
  openTranslation,
  ownTranslation,
  readingLanguage,
  requireTranslator,
  showWhenThere,
  textsOf,
} from './translation-controller.ts';

/** The form that asks for the target languages. */
export const TRANSLATE_FORM = 'translation.translate';

const LATIN = 'Latn';

const sourceOf = (form: string): string => `form ${form}`;

/** A message for the form, which has only its id. */
export interface SourceMessage {
  readonly message: Message;
  /** Its plain text. */
  readonly text: string;
  readonly author: string;
  readonly shortened: View['shortened'];
}

const EXCERPT = 160;

/** Stores a message for the form, for this person only. @returns its id, the same for a repeated request */
export const storeMessage = async (
  turn: Turn,
  services: Services,
  { message, text, author, shortened }: SourceMessage,
): Promise<string> => {
  const { database, clock } = services;
  const id = createHash('sha256').update(`${turn.source} ${turn.who.objectId}`).digest('base64url');
  const kept = {
    ...message,
    ...(shortened === undefined ? {} : { shortened }),
    ...{ author, excerpt: oneLine(text, EXCERPT) },
  };
  await database.transaction(async (trx) => {
    await saveMessage(trx, clock.now(), { id, askedBy: turn.who.objectId, message: kept });
    await translationPruning.prune(trx, services);
  });
  return id;
};

/** Asks for the target languages; a repeated form is the same translation. */
export const translateForm: Form = {
  name: TRANSLATE_FORM,
  atOnce: true,
  pages: [page],
  async submit(context): Promise<FormEnd> {
    const { answers, turn, services, form } = context;
    const asked = await readQuestion(context);
    if ('kind' in asked) return asked;
    const { message, ...about } = asked;
    const own = await readingLanguage(turn, services);
    const frame = {
      ...{ policy: services.policy.current(), words: turn.words, own: own ?? '' },
      conversationId: turn.where.conversationId,
    };
    const { to = '', more = '', ...rest } = answers;
    const order = parseOrder(
      message,
      { ...rest, to: [to, more].filter((said) => said.trim() !== '').join(', ') },
      frame,
    );
    if ('field' in order) {
      const field = order.field === 'to' ? 'more' : order.field;
      return { kind: 'wrong', errors: { [field]: turn.words.plain(order.text, order.values) } };
    }
    const [only, ...others] = order.to;
    const remember = own === undefined && only && others.length === 0 ? { remember: only.language } : {};
    return openTranslation(privately(turn, answers), services, {
      order,
      source: sourceOf(form),
      ...about,
      ...remember,
    });
  },
  async again({ answers, turn, services, form }) {
    const id = await findTranslationBySource(services.database.db, sourceOf(form));
    return id === undefined ? undefined : showWhenThere(privately(turn, answers), services, id);
  },
};

/** A dialog about a card's texts is opened by a press on that card, which must not become the translation. */
const privately = ({ pressed, ...turn }: Turn, { thing }: Answers): Turn =>
  pressed && !(turn.dialog && thing !== undefined) ? { ...turn, pressed } : turn;

/** The text to translate. */
interface Pointed extends Pick<View, 'shortened'> {
  readonly message: Message;
  readonly thing?: SourceCard;
}

/**
 * The message of a message action, the message of another translation, the texts of a card that this person may read, or
 * a typed text.
 */
const readQuestion = async ({ answers, turn, services }: FormContext): Promise<Pointed | Answer> => {
  const { message: pointed, of, thing: subject, text = '' } = answers;
  if (of !== undefined) {
    const own = await ownTranslation(turn, services, of);
    if ('kind' in own) return own;
    const { thing, view } = own.translation;
    return { message: own.message, ...(thing ? { thing } : {}), ...shortenedOf(view) };
  }
  if (pointed !== undefined) {
    const message = await findMessage(services.database.db, pointed, turn.who.objectId);
    return message ? { message, ...shortenedOf(message) } : textAnswer('translation.gone');
  }
  if (subject === undefined) return { message: { kind: 'text', content: text } };
  const thing = { subject, conversationId: baseId(turn.where.conversationId) };
  const message = await textsOf(turn, services, thing);
  return message ? { message, thing } : textAnswer('translation.gone');
};

const shortenedOf = ({ shortened }: Pick<View, 'shortened'>): Pick<View, 'shortened'> =>
  shortened === undefined ? {} : { shortened };

async function page(context: FormContext): Promise<FormPage> {
  const { answers, turn, services } = context;
  requireTranslator(turn, services);
  const { words } = turn;
  const { message, thing, of } = answers;
  const kept = message === undefined ? undefined : await findMessage(services.database.db, message, turn.who.objectId);
  return formPage(words, {
    title: words.markdown('translation.form.title'),
    intro:
      kept?.excerpt === undefined
        ? words.markdown(`translation.form.${introOf(answers)}`)
        : words.markdown('translation.form.introMessage', { author: kept.author ?? '?', excerpt: kept.excerpt }),
    fields: [
      ...((message ?? thing ?? of) === undefined ? [textField(context)] : []),
      ...(await languageFields(context)),
    ],
    submit: words.plain('translation.form.submit'),
  });
}

const introOf = ({ message, thing, of, text = '' }: Answers): TextName<'translation.form'> & `intro${string}` => {
  if (thing !== undefined) return 'introCard';
  return (message ?? of) === undefined && text.trim() === '' ? 'introEmpty' : 'intro';
};

const textField = ({ turn: { words } }: FormContext): Field => ({
  id: 'text',
  label: words.plain('translation.form.text'),
  kind: 'lines',
  required: true,
  schema: z.string().max(LONGEST_ANSWER, words.plain('translation.form.tooLong', { max: LONGEST_ANSWER })),
  missing: words.plain('translation.form.textMissing'),
  placeholder: words.plain('translation.form.textExample'),
});

type ChoiceId = TextName<'translation.form'> & TextName<'translation.form', 'Missing'>;

const languageFields = async ({ answers, turn, services }: FormContext): Promise<Field[]> => {
  const { words, who } = turn;
  const policy = services.policy.current();
  const { last } = await readerOf(services.database.db, who.objectId);
  const own = await readingLanguage(turn, services);
  const said = [answers['to'], answers['from']].map((code = '') => codeOf(code, words.formatLocale));
  const choices = languageChoices(
    policy,
    words,
    [own, last[0], ...said].filter((code) => code !== undefined),
  );
  const plain = (name: TextName<'translation.form'>): string => words.plain(`translation.form.${name}`);
  const refused = answers['refused'];
  const choice = (id: ChoiceId, { schema = z.string(), ...options }: Partial<Field>): Field => ({
    ...{ id, kind: 'choice', required: false, label: plain(id) },
    missing: words.plain(`translation.form.${id}Missing`),
    placeholder: words.plain(`translation.form.${id}Example`),
    // Unchanged, the translator would refuse it again.
    schema: schema.refine((said) => `${id}:${said}` !== refused, plain('refused')),
    ...options,
  });
  const typed = z
    .string()
    .refine((text) => findLanguages(text, words.formatLocale).unknown.length === 0, plain('moreWrong'));
  const script = scriptNamed(answers['script'] ?? '', words.formatLocale) ?? LATIN;
  const other = script === LATIN ? [] : [{ title: scriptName(script, words.formatLocale), value: script }];
  const categories = [...categoriesOf(policy)].map(([key, { title }]) => ({ title, value: key }));
  return [
    // Whose language is known need not say it.
    choice('to', { required: own === undefined, choices, ...(own === undefined ? {} : { preset: own }) }),
    choice('more', { kind: 'text', schema: typed }),
    choice('from', { choices }),
    choice('script', { choices: [{ title: plain('latin'), value: LATIN }, ...other] }),
    choice('profanity', {
      choices: (['NoAction', 'Marked', 'Deleted'] as const).map((value) => ({
        title: words.plain(`translation.form.words${value}`),
        value,
      })),
      preset: translationPolicy(policy).profanity,
    }),
    ...(categories.length === 0 ? [] : [choice('category', { choices: categories })]),
    ...(await glossaryFields({ turn, services }, choice)),
  ];
};

/** Which terms are used; no question where there are none. */
const glossaryFields = async (
  { turn, services }: Pick<FormContext, 'turn' | 'services'>,
  choice: (id: 'glossary', options: Partial<Field>) => Field,
): Promise<Field[]> => {
  const { words, where } = turn;
  const counts = await Promise.all(glossariesOf(where).map((spot) => countTerms(services.database.db, spot)));
  const [own = 0, team = 0] = counts;
  if (own + team === 0) return [];
  const offered = ['all', ...(own > 0 && team > 0 ? (['channel'] as const) : []), 'none'] as const;
  const choices = offered.map((value) => ({ title: words.plain(`translation.form.glossaries.${value}`), value }));
  return [choice('glossary', { choices, preset: 'all' })];
};
