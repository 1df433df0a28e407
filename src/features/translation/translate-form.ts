import { z } from 'zod';
import type { Form, FormContext, FormEnd } from '../../bot/registry.ts';
import { textAnswer } from '../../bot/turn.ts';
import { type Field, type FormPage, LONGEST_ANSWER, shortText } from '../../cards/form.ts';
import type { Services } from '../feature.ts';
import { openTranslation, requireTranslator, showWhenThere } from './desk/actions.ts';
import { findMessage, findTranslationBySource, type KeptMessage } from './desk/translation-rows.ts';
import { TRANSLATE_FORM } from './form-name.ts';
import { findLanguages } from './languages/find-languages.ts';
import { languageName } from './languages/names.ts';
import { languageChoices } from './languages/offered.ts';
import { languageOf, readerOf } from './languages/readers.ts';
import { readOrder } from './read-order.ts';
import { categoriesOf, translationPolicy } from './section.ts';

type Context = FormContext<Services>;

const sourceOf = (form: string): string => `form ${form}`;

/** Asks into which languages; a form that comes again is the same translation. */
export const translateForm: Form<Services> = {
  name: TRANSLATE_FORM,
  pages: [page],
  async submit(context): Promise<FormEnd> {
    const { answers, turn, services, form } = context;
    const message = await messageOf(context);
    if (!message) return textAnswer('translation.gone');
    const reader = await readerOf(services.database.db, turn.who.objectId);
    const frame = {
      ...{ policy: services.policy.current(), words: turn.words, own: languageOf(reader, turn.words.locale) },
      conversationId: turn.where.conversationId,
    };
    const { to = '', more = '', ...rest } = answers;
    const order = readOrder(
      message,
      { ...rest, to: [to, more].filter((said) => said.trim() !== '').join(', ') },
      frame,
    );
    if ('field' in order) {
      const field = order.field === 'to' ? 'more' : order.field;
      return { kind: 'wrong', errors: { [field]: turn.words.plain(order.text, order.values) } };
    }
    const { shortened } = message;
    return openTranslation(turn, services, {
      order,
      source: sourceOf(form),
      ...(shortened === undefined ? {} : { shortened }),
    });
  },
  async again({ turn, services, form }) {
    const id = await findTranslationBySource(services.database.db, sourceOf(form));
    return id === undefined ? undefined : showWhenThere(turn, services, id);
  },
};

/** What is to be translated: a message that was pointed at, the texts of a card as this person may read them, what was typed. */
const messageOf = async ({ answers, turn, services }: Context): Promise<KeptMessage | undefined> => {
  const { message, thing, text } = answers;
  if (message !== undefined) return findMessage(services.database.db, message, turn.who.objectId);
  if (thing === undefined) return { kind: 'text', content: text ?? '' };
  const [kind = '', ...id] = thing.split(':');
  const texts = await services.registry().translatable(kind)?.texts(id.join(':'), turn, services);
  return texts && { kind: 'text', content: texts.join('\n\n') };
};

async function page(context: Context): Promise<FormPage> {
  const { answers, turn, services } = context;
  requireTranslator(turn, services);
  const { words } = turn;
  const { message, thing } = answers;
  const kept = message === undefined ? undefined : await findMessage(services.database.db, message, turn.who.objectId);
  return {
    title: words.markdown('translation.form.title'),
    intro:
      kept?.excerpt === undefined
        ? words.markdown(thing === undefined ? 'translation.form.intro' : 'translation.form.introCard')
        : words.markdown('translation.form.introMessage', { author: kept.author ?? '?', excerpt: kept.excerpt }),
    facts: [],
    fields: [...((message ?? thing) === undefined ? [textField(context)] : []), ...(await languageFields(context))],
    submit: words.plain('translation.form.submit'),
    cancel: words.plain('translation.form.cancel'),
  };
}

const textField = ({ turn: { words } }: Context): Field => ({
  id: 'text',
  label: words.plain('translation.form.text'),
  kind: 'lines',
  required: true,
  schema: shortText(words.plain('translation.form.tooLong', { max: LONGEST_ANSWER })),
  missing: words.plain('translation.form.textMissing'),
  placeholder: words.plain('translation.form.textExample'),
});

const languageFields = async ({ turn, services }: Context): Promise<Field[]> => {
  const { words, who } = turn;
  const policy = services.policy.current();
  const reader = await readerOf(services.database.db, who.objectId);
  const own = languageOf(reader, words.locale);
  const [last = own, ...others] = reader.last;
  const choices = languageChoices(policy, words, [own, last]);
  const plain = (name: string): string => words.plain(`translation.form.${name}`);
  const choice = (id: string, options: Partial<Field>): Field => ({
    ...{ id, kind: 'choice', required: false, schema: z.string(), label: plain(id), missing: plain(`${id}Missing`) },
    placeholder: plain(`${id}Example`),
    ...options,
  });
  const typed = z.string().refine((text) => findLanguages(text, words.spoken).unknown.length === 0, plain('moreWrong'));
  const categories = [...categoriesOf(policy)].map(([key, { title }]) => ({ title, value: key }));
  return [
    choice('to', { required: true, choices, preset: last }),
    choice('more', {
      kind: 'text',
      schema: typed,
      preset: others.map((code) => languageName(code, words.spoken)).join(', '),
    }),
    choice('from', { choices }),
    choice('script', { choices: [{ title: plain('latin'), value: 'Latn' }] }),
    choice('profanity', {
      choices: (['NoAction', 'Marked', 'Deleted'] as const).map((value) => ({ title: plain(`words${value}`), value })),
      preset: translationPolicy(policy).profanity,
    }),
    ...(categories.length === 0 ? [] : [choice('category', { choices: categories })]),
  ];
};
