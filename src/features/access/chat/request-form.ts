import { z } from 'zod';
import type { Form, FormContext, FormEnd } from '#bot/commands/registry.ts';
import { type Answer, formAnswer, type Turn } from '#bot/turn/turn.ts';
import { findChangeBySource } from '#engine/changes/repository.ts';
import { refusedRulesIn, sourceOf, submitChange } from '#features/change-answers.ts';
import type { Services } from '#features/feature.ts';
import { fieldMaker, formPage, reasonRule } from '#features/form-fields.ts';
import { formatDuration } from '#platform/lib/duration.ts';
import { clean, escapeMarkdown, joinMarkdown } from '#platform/lib/text.ts';
import type { TextName, Words } from '#platform/texts/texts.ts';
import type { Answers, Field, FormPage } from '#teams/cards/form.ts';
import type { Fact } from '#teams/cards/view.ts';
import { windowText } from '../describe-grant.ts';
import { incidentFacts, incidentTerms } from '../incident/incident.ts';
import { exampleTicket, fitsTicket, type Limits, limitsOf, ticketOf, ticketValues } from '../limits.ts';
import { type ParseContext, parseLength, parseStart } from '../parse-length.ts';
import { previewOf, readSurroundings, type Surroundings } from '../preview/preview.ts';
import type { RoleDraft } from '../preview/rule-outcomes.ts';
import {
  GRANT,
  REQUEST_FORM,
  type Requestable,
  requestableFor,
  requireRequestable,
  scopePathOf,
} from '../requestable.ts';
import { type ExistingGrant, findExistingGrant } from '../schedules.ts';
import { findActiveGrant } from '../store.ts';
import { type GrantTerms, grantKey } from '../terms.ts';
import { newestRemovals } from '../unlisted-grants.ts';
import { choosePage } from './choose-form.ts';
import { type Receiver, receiverOf, receiversFor } from './on-behalf-form.ts';

/** Opens the form with the given answers. @throws AppError that says who may, where the policy has no role for this person */
export const askForRole = (turn: Turn, services: Services, answers: Answers = {}): Answer => {
  if (receiversFor(services, turn.who.objectId).length === 0) requireRequestable(services, turn.who.objectId);
  return formAnswer(REQUEST_FORM, answers);
};

/** The role request: first the role, then, within its limits, duration and reason. */
export const requestForm: Form = {
  name: REQUEST_FORM,
  pages: [choosePage, detailsPage],
  receive: async (answers) => fromOneChoice(answers),
  async submit(context) {
    const { answers, turn } = context;
    const choice = choiceOf(context);
    const limits = await limitsOf(context.services, choice.place, choice.role, turn.answerBy, refusedRulesIn(answers));
    // The only rule without a field beside which it could stand.
    if (limits.vendor?.mfa) return { kind: 'wrong', errors: {}, problem: turn.words.plain('access.preview.mfaStops') };
    const parseContext = parseContextOf(context);
    const start = startOf(answers, limits, parseContext);
    const length = parseLength(answers.duration ?? '', start, limits, parseContext);
    if ('problem' in length) return { kind: 'wrong', errors: { duration: length.problem } };
    const terms = await grantTermsOf(
      context,
      { ...choice, person: receiverOf(context) },
      { start, length: length.value },
    );
    return submitGrant(context, terms, { choice, kind: GRANT, form: REQUEST_FORM });
  },
};

/** The terms of what a form asks for: one role at one place for one person. */
export const grantTermsOf = async (
  context: FormContext,
  asked: Requestable & Pick<GrantTerms, 'person'>,
  { start, length }: Pick<GrantTerms, 'start' | 'length'>,
): Promise<GrantTerms> => ({ ...baseTermsOf(context, asked), start, length, ...(await incidentTerms(context)) });

/** What all terms of a grant have from its form. */
export const baseTermsOf = (
  { answers, turn }: FormContext,
  { place, role, person }: Requestable & Pick<GrantTerms, 'person'>,
): Omit<GrantTerms, 'start' | 'length'> => ({
  person: { objectId: person.objectId, name: person.name },
  place: { key: place.key, title: place.title, scope: scopePathOf(place) },
  role: { key: role.key, title: role.title, id: role.id },
  reason: clean(answers.reason ?? ''),
  ticket: ticketOf(answers),
  // Nobody knows another person's zone.
  ...(person.objectId === turn.who.objectId ? { zone: turn.zone } : {}),
  window: null,
});

/** Sends the terms of a grant, unless the vendor lists the same role already. */
export const submitGrant = async (
  context: FormContext,
  terms: GrantTerms,
  { choice, kind, form }: { readonly choice: Requestable; readonly kind: string; readonly form: string },
): Promise<FormEnd> => {
  const { database } = context.services;
  const held = await findExistingGrant(terms, readingOf(context));
  // A repeated submission may find the grant that it created itself.
  if (held && !(await findChangeBySource(database.db, sourceOf(context.form))))
    return { kind: 'wrong', errors: {}, problem: existingGrantText(held, choice, context) };
  return submitChange(context, { kind, terms: await widened(context.services, terms), form });
};

/** The same terms, with the condition that limited this role before it was removed. */
export const widened = async ({ database }: Pick<Services, 'database'>, terms: GrantTerms): Promise<GrantTerms> => {
  const widens = (await newestRemovals(database.db)).find(({ key }) => key === grantKey(terms))?.condition;
  return widens === undefined ? terms : { ...terms, widens };
};

/** Buttons, and forms from before they asked for role and place apart, bring both as one choice. */
const fromOneChoice = ({ what, ...answers }: Answers): Answers => {
  if (what === undefined) return answers;
  const [place = '', role = ''] = what.split('/');
  return { ...answers, role, place };
};

const readingOf = ({ services: { vendor, database, clock }, turn: { correlation, answerBy } }: FormContext) => ({
  ...{ vendor, db: database.db, now: clock.now(), correlation, answerBy },
});

const existingGrantText = (
  { end, limited }: ExistingGrant,
  { role, place }: Requestable,
  context: FormContext,
): string => {
  const { words } = context.turn;
  return [
    words.plain(end === undefined ? 'access.problem.existing' : 'access.problem.existingUntil', {
      ...{ role: role.title, place: place.title, ...holderIn(context) },
      ...(end === undefined ? {} : { end: new Date(end) }),
    }),
    ...(limited ? [words.plain('access.condition.existing')] : []),
  ].join(' ');
};

/** Who holds it already, for a text: the reader, or somebody else by name. */
const holderIn = (context: FormContext): { readonly who: string; readonly self: boolean } => {
  const { name, isOther } = receiverOf(context);
  return { who: name, self: !isOther };
};

export const parseContextOf = ({ turn, services }: FormContext): ParseContext => ({
  now: services.clock.now(),
  zone: turn.zone,
  ...(turn.zoneIs ? { zoneIs: turn.zoneIs } : {}),
  words: turn.words,
});

const startOf = (
  answers: FormContext['answers'],
  limits: Pick<Limits, 'startWithin'>,
  parseContext: ParseContext,
): number | null => {
  const text = (answers.start ?? '').trim();
  const read = text === '' ? { value: null } : parseStart(text, limits, parseContext);
  return 'value' in read ? read.value : null;
};

/** @throws Error when the first page was not answered: the form asks its pages in order */
const choiceOf = (context: FormContext): Requestable => {
  const { answers, turn, services } = context;
  const choice = requestableFor(services, turn.who.objectId, GRANT, receiverOf(context).objectId).find(
    ({ role, place }) => role.key === answers.role && place.key === answers.place,
  );
  if (!choice) throw new Error('the role form has no choice');
  return choice;
};

/** What is filled in, whatever the limits are. */
export const draftOf = (answers: FormContext['answers'], parseContext: ParseContext): RoleDraft => {
  const start = startOf(answers, { startWithin: Number.POSITIVE_INFINITY }, parseContext);
  const read = parseLength(answers.duration ?? '', start, undefined, parseContext);
  return {
    start,
    length: 'value' in read ? read.value : undefined,
    reason: answers.reason === undefined ? undefined : clean(answers.reason),
    ticket: answers.ticket === undefined ? undefined : ticketOf(answers),
  };
};

async function detailsPage(context: FormContext): Promise<FormPage> {
  const { turn, services, answers } = context;
  const { words, who } = turn;
  const choice = choiceOf(context);
  const receiver = receiverOf(context);
  const people = { receiver, requester: who };
  const surroundings = await readSurroundings(services, people, choice, turn.answerBy, refusedRulesIn(answers));
  const { limits } = surroundings;
  const draft = draftOf(answers, parseContextOf(context));
  const named = { role: choice.role.title, place: choice.place.title };
  const about = choice.role.about === '' ? words.markdown('access.form.details') : escapeMarkdown(choice.role.about);
  return formPage(words, {
    title: words.markdown('access.form.offer', named),
    intro: joinMarkdown([about, ...(await presentAccess(context, choice))], '\n\n'),
    facts: [
      ...(await incidentFacts(context)),
      ...receiverFacts(receiver, surroundings, words),
      ...limitFacts(limits, context),
    ],
    fields: detailFields(context, limits),
    preview: previewOf(context, choice, draft, surroundings),
    submit: words.plain('access.form.ask'),
  });
}

/** The receiver, and whether they are asked first. */
const receiverFacts = ({ isOther, name }: Receiver, { decision }: Surroundings, words: Words): readonly Fact[] =>
  isOther
    ? [
        {
          title: words.plain('access.label.who'),
          value: words.markdown('access.onBehalf.fact', { who: name, asked: decision?.asksFirst ?? true }),
        },
      ]
    : [];

/** What Steward itself knows of the role that is asked for: the vendor is asked when the form is sent. */
const presentAccess = async (context: FormContext, { role, place }: Requestable) => {
  const { services } = context;
  const { words } = context.turn;
  const key = grantKey({ person: receiverOf(context), role, place: { ...place, scope: scopePathOf(place) } });
  const grant = await findActiveGrant(services.database.db, key, services.clock.now());
  const named = { role: role.title, place: place.title, ...holderIn(context) };
  if (!grant) return [];
  return grant.end === undefined
    ? [words.markdown('access.problem.existing', named)]
    : [words.markdown('access.problem.existingUntil', { ...named, end: new Date(grant.end) })];
};

/** What a role needs beyond what the form asks for. */
export const limitFacts = (limits: Limits, { turn: { words } }: FormContext): Fact[] => {
  const endless = !limits.endRequired;
  return [
    {
      title: words.plain('access.label.longest'),
      value:
        limits.max === undefined
          ? words.markdown('access.limit.none', { endless })
          : words.markdown('access.limit.longest', { length: formatDuration(limits.max, words.formatLocale), endless }),
    },
  ];
};

/** @param from where the role goes on from, in milliseconds since 1970, if not from the start that is asked for */
export const detailFields = (context: FormContext, limits: Limits, from?: number): Field[] => {
  const { words } = context.turn;
  const parseContext = parseContextOf(context);
  const field = fieldOf(words);
  const start = from ?? startOf(context.answers, limits, parseContext);
  const read = (text: string) => parseLength(text, start, limits, parseContext);
  const reason = reasonRule(words, context.services.policy.current(), words.plain('access.form.reasonMissing'));
  const begin = checked((text) => parseStart(text, limits, parseContext));
  return [
    {
      ...field('duration', true, 'text', checked(read)),
      ...endHint(read(context.answers.duration ?? ''), start, words),
    },
    field('start', false, 'text', begin),
    { ...field('reason', limits.reason, 'lines', reason.schema), ...reason },
    ...(limits.ticket || !limits.vendor || context.answers.ticket ? [ticketField(words, limits)] : []),
  ];
};

/** The moment that “until Friday” means. */
const endHint = (read: ReturnType<typeof parseLength>, start: number | null, words: Words): Pick<Field, 'hint'> =>
  'value' in read && read.value.kind === 'until'
    ? { hint: windowText({ start, length: read.value, window: null }, words) }
    : {};

type Texts = TextName<'access.form', 'Missing'> & TextName<'access.form', 'Example'>;

/** A field with its texts, `access.form.<id>`. */
const fieldOf = (words: Words) =>
  fieldMaker<TextName<'access.form'> & Texts, TextName<'access.form', 'Optional'> & Texts>((id, required) => ({
    label: words.plain(required ? `access.form.${id}` : `access.form.${id}Optional`),
    missing: words.plain(`access.form.${id}Missing`),
    placeholder: words.plain(`access.form.${id}Example`),
  }));

/** Written as the policy says; any text where it does not say. */
export const ticketField = (words: Words, { ticket, tickets }: Pick<Limits, 'ticket' | 'tickets'>): Field => {
  const values = ticketValues(tickets);
  const fits = (text: string): boolean => fitsTicket(tickets, ticketOf({ ticket: text }));
  return {
    ...fieldOf(words)('ticket', ticket, 'text', z.string().refine(fits, words.plain('access.ticket.wrong'))),
    ...(tickets.length === 0
      ? {}
      : { placeholder: exampleTicket(tickets), hint: words.markdown('access.ticket.hint', values) }),
  };
};

const checked = (read: (text: string) => { problem: string } | { value: unknown }) =>
  z.string().superRefine((text, issue) => {
    const result = read(text);
    if ('problem' in result) issue.addIssue({ code: 'custom', message: result.problem });
  });
