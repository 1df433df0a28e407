import type { Form, FormContext, FormEnd } from '#bot/commands/registry.ts';
import { type Answer, formAnswer, type Turn } from '#bot/turn/turn.ts';
import type { BatchLineDraft } from '#engine/changes/batch/submit-batch.ts';
import { submitRequests } from '#features/batch-answers.ts';
import { refusedRulesIn, submitChange } from '#features/change-answers.ts';
import type { Services } from '#features/feature.ts';
import { formPage } from '#features/form-fields.ts';
import { formatDuration } from '#platform/lib/duration.ts';
import { clean, escapeMarkdown, type Markdown, NO_TEXT } from '#platform/lib/text.ts';
import { listed, type Words } from '#platform/texts/texts.ts';
import type { Answers, FormPage } from '#teams/cards/form.ts';
import type { Fact } from '#teams/cards/view.ts';
import { formLineOf, type Line, linesOf, lineText, type PreviewedLine, previewLines } from '../batch/lines.ts';
import { windowText } from '../describe-grant.ts';
import { incidentFacts } from '../incident/incident.ts';
import { type Limits, limitsOf, sharedTickets } from '../limits.ts';
import type { RoleDraft } from '../preview/rule-outcomes.ts';
import { GRANT, REQUEST_FORM, requireRequestable, SEVERAL_FORM } from '../requestable.ts';
import type { GrantTerms } from '../terms.ts';
import { possibleFor, severalPage, wantedOf } from './choose-several-form.ts';
import { detailFields, draftOf, grantTermsOf, limitFacts, parseContextOf, widened } from './request-form.ts';

/** Opens the form with the given answers. @throws AppError that says who may, where the policy has no role for this person */
export const askForSeveral = (turn: Turn, services: Services, answers: Answers): Answer => {
  if (possibleFor({ turn, services }).length === 0) requireRequestable(services, turn.who.objectId);
  return formAnswer(SEVERAL_FORM, answers);
};

/** Several requests at once: which ones, what they have in common, and each with its preview. */
export const severalForm: Form = {
  name: SEVERAL_FORM,
  pages: [severalPage, detailsPage, confirmPage],
  submit: submitSeveral,
};

const chosenLines = (context: FormContext) => linesOf(context.services, context.turn.who.objectId, wantedOf(context));

const titleOf = (line: Line, { turn: { who, words } }: FormContext): string => {
  const { text, values } = lineText(line, who.objectId);
  return words.plain(text, values);
};

const titles = (lines: readonly Line[], context: FormContext): string =>
  listed(
    lines.map((line) => titleOf(line, context)),
    context.turn.words,
  );

/** Lines differ in what they allow: a question takes what any of them takes, and the last page says which do not. */
const widestOf = (all: readonly Limits[]): Limits => {
  const max = Math.max(...all.map((one) => one.max ?? Number.POSITIVE_INFINITY));
  const vendor = all.every((one) => one.vendor) ? all.find((one) => one.vendor)?.vendor : undefined;
  return {
    max: Number.isFinite(max) ? max : undefined,
    endRequired: all.every((one) => one.endRequired),
    startWithin: Math.max(...all.map((one) => one.startWithin)),
    reason: all.some((one) => one.reason),
    ticket: all.some((one) => one.ticket),
    mfa: all.every((one) => one.mfa),
    vendor,
    tickets: sharedTickets(all),
  };
};

async function detailsPage(context: FormContext): Promise<FormPage> {
  const { turn, services } = context;
  const { words } = turn;
  const { lines } = chosenLines(context);
  const { kit } = wantedOf(context);
  const limits = widestOf(
    await Promise.all(lines.map(({ place, role }) => limitsOf(services, place, role, turn.answerBy))),
  );
  const fields = detailFields(context, limits).map((field) =>
    field.id === 'duration' && kit?.for !== undefined
      ? { ...field, preset: formatDuration(kit.for, words.formatLocale) }
      : field,
  );
  return formPage(words, {
    title: words.markdown('access.several.details', { count: lines.length }),
    intro: words.markdown('access.several.shared'),
    facts: [
      ...(await incidentFacts(context)),
      { title: words.plain('access.several.what'), value: escapeMarkdown(titles(lines, context)) },
      ...limitFacts(limits, context),
    ],
    fields,
    submit: words.plain('access.form.next'),
  });
}

/** What can be sent, and what a rule fails. */
interface Checked {
  readonly all: readonly PreviewedLine[];
  readonly passing: readonly PreviewedLine[];
  readonly draft: RoleDraft;
}

const check = async (context: FormContext): Promise<Checked> => {
  const { turn, services, answers } = context;
  const { words, who, answerBy } = turn;
  const draft = draftOf(answers, parseContextOf(context));
  const all = await previewLines(chosenLines(context).lines, draft, {
    ...{ services, words, answerBy, who },
    refusedRules: refusedRulesIn(answers),
  });
  return { all, draft, passing: all.filter(({ outcome }) => outcome !== 'fails') };
};

async function confirmPage(context: FormContext): Promise<FormPage> {
  const { words, who } = context.turn;
  const { all, passing, draft } = await check(context);
  const { missing } = chosenLines(context);
  const fact = (title: string, value: Markdown): Fact => ({ title, value });
  return formPage(words, {
    title: words.markdown('access.several.confirm', { count: passing.length }),
    intro: failingText(all, words),
    facts: [
      ...(await incidentFacts(context)),
      ...sharedFacts(draft, words),
      ...(missing.length === 0
        ? []
        : [fact(words.plain('access.several.missing'), escapeMarkdown(titles(missing, context)))]),
    ],
    // What fails stands first.
    lines: all
      .toSorted((a, b) => Number(b.outcome === 'fails') - Number(a.outcome === 'fails'))
      .map((line) => formLineOf(line, who.objectId, words)),
    submit: words.plain('access.several.send', { count: passing.length }),
    back: words.plain('access.several.back'),
  });
}

/** Which lines a rule fails, before anything is sent. */
const failingText = (all: readonly PreviewedLine[], words: Words): Markdown => {
  const failing = all.filter(({ outcome }) => outcome === 'fails');
  if (failing.length === 0) return NO_TEXT;
  return words.markdown('access.several.failing', {
    count: failing.length,
    some: failing.length < all.length,
  });
};

const sharedFacts = ({ start, length, reason = '', ticket = '' }: RoleDraft, words: Words): readonly Fact[] => [
  ...(length
    ? [{ title: words.plain('access.label.window'), value: windowText({ start, length, window: null }, words) }]
    : []),
  ...(reason === '' ? [] : [{ title: words.plain('changes.label.reason'), value: escapeMarkdown(clean(reason)) }]),
  ...(ticket === '' ? [] : [{ title: words.plain('access.label.ticket'), value: escapeMarkdown(ticket) }]),
];

async function submitSeveral(context: FormContext): Promise<FormEnd> {
  const { words } = context.turn;
  const { all, passing, draft } = await check(context);
  const { start, length } = draft;
  if (passing.length === 0 || !length)
    return { kind: 'wrong', errors: {}, problem: words.plain('access.several.nothing') };
  const drafts = await Promise.all(all.map((line) => lineDraft(context, line, { start, length })));
  const [only, ...others] = drafts;
  if (only && others.length === 0 && 'kind' in only) return submitChange(context, { ...only, form: SEVERAL_FORM });
  const { kit } = wantedOf(context);
  return submitRequests(context, {
    title: { text: 'access.several.name', values: { kit: kit?.title ?? 'none' } },
    lines: drafts,
    form: SEVERAL_FORM,
  });
}

/** A line as the engine gets it: what the policy says to it, the engine asks itself. */
const lineDraft = async (
  context: FormContext,
  line: PreviewedLine,
  when: Pick<GrantTerms, 'start' | 'length'>,
): Promise<BatchLineDraft> => {
  const { services, turn, answers } = context;
  const what = lineText(line, turn.who.objectId);
  if (line.refused) return { what, refused: line.refused };
  const { role, place, person } = line;
  const { roles: _roles, places: _places, people: _people, kit: _kit, ...details } = answers;
  const alone = { ...details, role: role.key, place: place.key, person: person.objectId };
  return {
    ...{ what, kind: GRANT, form: { name: REQUEST_FORM, answers: alone } },
    terms: await widened(services, await grantTermsOf(context, line, when)),
  };
};
