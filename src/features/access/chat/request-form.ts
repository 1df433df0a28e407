import { z } from 'zod';
import type { Form, FormContext } from '../../../bot/commands/registry.ts';
import { type Answer, formAnswer, type Turn, textAnswer } from '../../../bot/turn/turn.ts';
import { type Answers, type Field, type FormPage, LONGEST_ANSWER, shortText } from '../../../cards/form.ts';
import type { Fact } from '../../../cards/view.ts';
import { findChangeBySource } from '../../../changes/repository.ts';
import { formatDuration } from '../../../lib/duration.ts';
import { clean, escapeMarkdown, oneLine } from '../../../lib/text.ts';
import type { Words } from '../../../texts/texts.ts';
import type { Services } from '../../feature.ts';
import { sourceOf, submitChange } from '../../submit-change.ts';
import { type Held, heldAlready } from '../held.ts';
import { type Asker, readLength, readStart } from '../lasting.ts';
import { type Limits, limitsOf } from '../limits.ts';
import { GRANT, type Offer, offersFor, offerValue, REQUEST_FORM } from '../offer.ts';
import { scopePathOf } from '../places.ts';
import type { GrantTerms } from '../terms.ts';
import { choosePage } from './choose-form.ts';

type Context = FormContext;

/** Opens the form with what is known, or says at once that the policy offers nothing to ask for. */
export const askForRole = (turn: Turn, services: Services, answers: Answers = {}): Answer =>
  offersFor(services, turn.who.objectId).length === 0
    ? textAnswer('access.form.nothing')
    : formAnswer(REQUEST_FORM, answers);

/** Asking for a role: what, and then, under the limits of what was chosen, for how long and why. */
export const requestForm: Form = {
  name: REQUEST_FORM,
  pages: [choosePage, detailsPage],
  async submit(context) {
    const { answers, turn } = context;
    const { offer, limits } = await chosen(context);
    const asker = askerOf(context);
    const start = startOf(answers, limits, asker);
    const length = readLength(answers.duration ?? '', start, limits, asker);
    if ('problem' in length) return { kind: 'wrong', errors: { duration: length.problem } };
    const terms: GrantTerms = {
      person: { objectId: turn.who.objectId, name: turn.who.name },
      place: { key: offer.place.key, title: offer.place.title, scope: scopePathOf(offer.place) },
      role: { key: offer.role.key, title: offer.role.title, id: offer.role.id },
      start,
      length: length.value,
      reason: clean(answers.reason ?? ''),
      ticket: oneLine(answers.ticket ?? '', 60),
      window: null,
    };
    const held = await heldAlready(terms, lookingOf(context));
    // What comes again may find what it has brought about itself.
    if (held && !(await findChangeBySource(context.services.database.db, sourceOf(context.form))))
      return { kind: 'wrong', errors: {}, problem: heldWords(held, offer, turn.words) };
    return submitChange(context, { kind: GRANT, terms, form: REQUEST_FORM });
  },
};

const lookingOf = ({ services: { vendor, database, clock }, turn: { correlation, answerBy } }: Context) => ({
  ...{ vendor, db: database.db, now: clock.now(), correlation, answerBy },
});

const heldWords = ({ end }: Held, { role, place }: Offer, words: Words): string =>
  words.plain(end === undefined ? 'access.problem.held' : 'access.problem.heldUntil', {
    ...{ role: role.title, place: place.title },
    ...(end === undefined ? {} : { end: new Date(end) }),
  });

const askerOf = ({ turn, services }: Context): Asker => ({
  now: services.clock.now(),
  zone: turn.zone,
  words: turn.words,
});

const startOf = (answers: Context['answers'], limits: Limits, asker: Asker): number | null => {
  const text = (answers.start ?? '').trim();
  const read = text === '' ? { value: null } : readStart(text, limits, asker);
  return 'value' in read ? read.value : null;
};

/** @throws Error when the first page was not answered: the form asks its pages in order */
const chosen = async ({ answers, turn, services }: Context): Promise<{ offer: Offer; limits: Limits }> => {
  const offer = offersFor(services, turn.who.objectId).find((candidate) => offerValue(candidate) === answers.what);
  if (!offer) throw new Error('the role form went on without a choice');
  return { offer, limits: await limitsOf(services, offer.place, offer.role, turn.answerBy) };
};

async function detailsPage(context: Context): Promise<FormPage> {
  const { words } = context.turn;
  const { offer, limits } = await chosen(context);
  const named = { role: offer.role.title, place: offer.place.title };
  return {
    title: words.markdown('access.form.offer', named),
    intro: offer.role.about === '' ? words.markdown('access.form.details') : escapeMarkdown(offer.role.about),
    facts: limitFacts(limits, context),
    fields: detailFields(context, limits),
    submit: words.plain('access.form.ask'),
    cancel: words.plain('access.form.cancel'),
  };
}

const limitFacts = (limits: Limits, { turn: { words } }: Context): Fact[] => {
  const needs = (['reason', 'ticket', 'mfa'] as const).filter((name) => limits[name]);
  const longest = limits.max === undefined ? undefined : formatDuration(limits.max, words.spoken);
  const list = new Intl.ListFormat(words.spoken).format(needs.map((name) => words.plain(`access.limit.${name}`)));
  return [
    {
      title: words.plain('access.label.longest'),
      value:
        longest === undefined
          ? words.markdown('access.limit.none', { endless: !limits.endRequired })
          : escapeMarkdown(longest),
    },
    ...(needs.length > 0 ? [{ title: words.plain('access.label.needs'), value: escapeMarkdown(list) }] : []),
    ...(limits.known
      ? []
      : [{ title: words.plain('access.label.note'), value: words.markdown('access.limit.unknown') }]),
  ];
};

const detailFields = (context: Context, limits: Limits): Field[] => {
  const { words } = context.turn;
  const asker = askerOf(context);
  const field = (id: string, kind: Field['kind'], required: boolean, schema: Field['schema']): Field => ({
    id,
    kind,
    required,
    schema,
    label: words.plain(required ? `access.form.${id}` : `access.form.${id}Optional`),
    missing: words.plain(`access.form.${id}Missing`),
    placeholder: words.plain(`access.form.${id}Example`),
  });
  const start = startOf(context.answers, limits, asker);
  return [
    field(
      'duration',
      'text',
      true,
      checked((text) => readLength(text, start, limits, asker)),
    ),
    field(
      'start',
      'text',
      false,
      checked((text) => readStart(text, limits, asker)),
    ),
    field('reason', 'lines', limits.reason, shortText(words.plain('bot.form.tooLong', { max: LONGEST_ANSWER }))),
    ...(limits.ticket ? [ticketField(words)] : []),
  ];
};

export const ticketField = (words: Words): Field => ({
  id: 'ticket',
  kind: 'text',
  required: true,
  schema: z.string(),
  label: words.plain('access.form.ticket'),
  missing: words.plain('access.form.ticketMissing'),
  placeholder: words.plain('access.form.ticketExample'),
});

const checked = (read: (text: string) => { problem: string } | { value: unknown }) =>
  z.string().superRefine((text, issue) => {
    const result = read(text);
    if ('problem' in result) issue.addIssue({ code: 'custom', message: result.problem });
  });
