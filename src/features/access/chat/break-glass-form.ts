import { z } from 'zod';
import type { Form, FormContext, FormEnd } from '#bot/commands/registry.ts';
import { refusedRulesIn } from '#features/change-answers.ts';
import { formPage, reasonField } from '#features/form-fields.ts';
import { formatDuration } from '#platform/lib/duration.ts';
import { AppError } from '#platform/lib/errors.ts';
import { clean, escapeMarkdown, joinMarkdown, normalise, oneLine } from '#platform/lib/text.ts';
import { listed, type TextName } from '#platform/texts/texts.ts';
import type { FormPage } from '#teams/cards/form.ts';
import { SHORTEST_REASON } from '../break-glass/kind.ts';
import { reviewersOf, skippedApprovers } from '../break-glass/review.ts';
import { type Limits, limitsOf } from '../limits.ts';
import { parseLength } from '../parse-length.ts';
import { breakGlassOf } from '../policy.ts';
import { BREAK_GLASS, type Requestable, requestableFor } from '../requestable.ts';
import type { GrantTerms } from '../terms.ts';
import { chooseFrom } from './choose-form.ts';
import { baseTermsOf, parseContextOf, submitGrant, ticketField } from './request-form.ts';

export const BREAK_GLASS_FORM = 'access.breakGlass';

/** Break-glass in three steps: which role and where, how long and why, and what it means with a word that confirms it. */
export const breakGlassForm: Form = {
  name: BREAK_GLASS_FORM,
  pages: [(context) => chooseFrom(context, BREAK_GLASS, 'access.breakGlass.form'), detailsPage, confirmPage],
  async submit(context) {
    const { choice, limits } = await chosen(context);
    const { answers } = context;
    const length = parseLength(answers.duration ?? '', null, limits, parseContextOf(context));
    if ('problem' in length) return { kind: 'wrong', errors: { duration: length.problem } };
    const terms: GrantTerms = { ...ownTerms(context, choice), length: length.value };
    // The word that confirms it is never filled in again.
    const { confirm: _said, ...kept } = answers;
    return sent(context, () =>
      submitGrant({ ...context, answers: kept }, terms, { choice, kind: BREAK_GLASS, form: BREAK_GLASS_FORM }),
    );
  },
};

/** What the policy refuses when it is sent is recorded as it is when it is asked for. */
const sent = async ({ turn, services }: FormContext, send: () => Promise<FormEnd>): Promise<FormEnd> => {
  try {
    return await send();
  } catch (error) {
    if (error instanceof AppError && error.code.startsWith('Policy.')) {
      const entry = { target: BREAK_GLASS, actor: turn.who.objectId, detail: { why: error.textKey } };
      await services.audit.record({ ...entry, event: 'refused' });
    }
    throw error;
  }
};

const ownTerms = (context: FormContext, choice: Requestable): Omit<GrantTerms, 'length'> => ({
  ...baseTermsOf(context, { ...choice, person: context.turn.who }),
  start: null,
});

/** @throws Error when the first page was not answered: the form asks its pages in order */
const chosen = async ({
  answers,
  turn,
  services,
}: FormContext): Promise<{ readonly choice: Requestable; readonly limits: Limits }> => {
  const choice = requestableFor(services, turn.who.objectId, BREAK_GLASS).find(
    ({ role, place }) => role.key === answers.role && place.key === answers.place,
  );
  if (!choice) throw new Error('the break-glass form has no choice');
  const limits = await limitsOf(services, choice.place, choice.role, turn.answerBy, refusedRulesIn(answers));
  const most = breakGlassOf(services.policy.current())?.max ?? 0;
  return { choice, limits: { ...limits, max: Math.min(limits.max ?? most, most), endRequired: true } };
};

const titleOf = ({ turn: { words } }: FormContext, { role, place }: Requestable) =>
  words.markdown('access.breakGlass.form.offer', { role: role.title, place: place.title });

async function detailsPage(context: FormContext): Promise<FormPage> {
  const { turn, services, answers } = context;
  const { words } = turn;
  const { choice, limits } = await chosen(context);
  const read = (text: string) => parseLength(text, null, limits, parseContextOf(context));
  const longest = formatDuration(limits.max ?? 0, words.formatLocale);
  return formPage(words, {
    title: titleOf(context, choice),
    intro: words.markdown('access.breakGlass.form.details'),
    facts: [{ title: words.plain('access.label.longest'), value: escapeMarkdown(longest) }],
    fields: [
      {
        ...{ id: 'duration', kind: 'text', required: true },
        ...textsOf(context, 'duration'),
        schema: z.string().superRefine((text, issue) => {
          const result = read(text);
          if ('problem' in result) issue.addIssue({ code: 'custom', message: result.problem });
        }),
      },
      reasonField(words, services.policy.current(), textsOf(context, 'reason'), SHORTEST_REASON),
      ...(limits.ticket || answers.ticket ? [ticketField(words, limits)] : []),
    ],
    submit: words.plain('access.form.next'),
  });
}

/** Says plainly what it means, and asks for the name of the place: it is not typed by accident. */
async function confirmPage(context: FormContext): Promise<FormPage> {
  const { turn, services, answers } = context;
  const { words, who } = turn;
  const { choice } = await chosen(context);
  const policy = services.policy.current();
  const terms: GrantTerms = { ...ownTerms(context, choice), length: { kind: 'for', ms: 0 } };
  const names = (people: readonly { readonly name: string }[]) => people.map(({ name }) => name);
  const skipped = names(skippedApprovers(policy, terms, who.objectId));
  const within = formatDuration(breakGlassOf(policy)?.review.within ?? 0, words.formatLocale);
  const fact = (name: TextName<'access.breakGlass.form.fact'>, value: ReturnType<typeof escapeMarkdown>) => ({
    title: words.plain(`access.breakGlass.form.fact.${name}`),
    value,
  });
  return formPage(words, {
    title: titleOf(context, choice),
    intro: joinMarkdown(
      [
        words.markdown('access.breakGlass.form.atOnce'),
        words.markdown('access.breakGlass.form.told', { count: skipped.length, people: listed(skipped, words) }),
        words.markdown('access.breakGlass.form.review', {
          ...{ people: listed(names(reviewersOf(policy, who.objectId)), words, 'disjunction'), within },
        }),
      ],
      '\n\n',
    ),
    facts: [
      fact('duration', escapeMarkdown(oneLine(answers.duration ?? '', 60))),
      fact('reason', escapeMarkdown(clean(answers.reason ?? ''))),
    ],
    fields: [
      {
        ...{ id: 'confirm', kind: 'text', required: true },
        missing: words.plain('access.breakGlass.confirm.missing'),
        label: words.plain('access.breakGlass.confirm.label', { place: choice.place.title }),
        schema: z
          .string()
          .refine(
            (said) => [choice.place.key, choice.place.title].map(normalise).includes(normalise(said)),
            words.plain('access.breakGlass.confirm.wrong', { place: choice.place.title }),
          ),
        placeholder: choice.place.title,
      },
    ],
    submit: words.plain('access.breakGlass.form.send'),
  });
}

const textsOf = ({ turn: { words } }: FormContext, id: 'duration' | 'reason') => ({
  label: words.plain(`access.breakGlass.form.${id}`),
  missing: words.plain(`access.breakGlass.form.${id}Missing`),
  placeholder: words.plain(`access.breakGlass.form.${id}Example`),
});
