import type { Form, FormContext } from '#bot/commands/registry.ts';
import { type Answer, formAnswer, type Turn, textAnswer } from '#bot/turn/turn.ts';
import { findChangeBySource } from '#engine/changes/repository.ts';
import { refusedRulesIn, sourceOf, submitChange } from '#features/change-answers.ts';
import type { Services } from '#features/feature.ts';
import { choiceField, formPage, presetChoices } from '#features/form-fields.ts';
import { iso, SECOND } from '#platform/lib/clock.ts';
import { escapeMarkdown } from '#platform/lib/text.ts';
import type { Answers, FormPage } from '#teams/cards/form.ts';
import { dateTime } from '#teams/cards/view.ts';
import { type Assignment, assignmentsOf } from '../assignments.ts';
import { limitsOf } from '../limits.ts';
import { parseLength } from '../parse-length.ts';
import { choiceValue, EXTEND, GRANT, type Requestable, requestableFor, scopePathOf } from '../requestable.ts';
import { activeGrants } from '../store.ts';
import { type GrantTerms, grantKey, grantTerms } from '../terms.ts';
import { receiverOf } from './on-behalf-form.ts';
import { baseTermsOf, detailFields, limitFacts, parseContextOf } from './request-form.ts';

type FormInput = Omit<FormContext, 'form'>;

/** A role that a person holds until an end, and may request. */
interface Extendable extends Requestable {
  readonly end: number;
  /** The last grant of ours; null where somebody else gave it. */
  readonly grant: string | null;
  readonly condition: string | undefined;
}

/** All steps of one turn use the same list. */
const ONE_TURN_MS = 3 * SECOND;

/** What the person in the answers can extend: by our records, and by the vendor's list what others gave. @throws VendorError */
const extendableOf = async ({ turn, services, answers }: FormInput): Promise<readonly Extendable[]> => {
  const who = receiverOf({ turn, services, answers });
  const listed = await services.cache.get(`assignments ${who.objectId}`, ONE_TURN_MS, () =>
    assignmentsOf(services, who.objectId, turn.answerBy),
  );
  const direct = listed.filter(({ held }) => held === 'direct');
  const found: Extendable[] = [];
  for (const one of requestableFor(services, turn.who.objectId, GRANT, who.objectId)) {
    const key = grantKey({ person: who, role: one.role, place: { ...one.place, scope: scopePathOf(one.place) } });
    const held = await latestEnd(services, key, direct);
    if (held) found.push({ ...one, ...held });
  }
  return found;
};

/** The latest end of what is held; undefined where nothing is, or where it has no end. */
const latestEnd = async (
  { database, clock }: Services,
  key: string,
  listed: readonly Assignment[],
): Promise<Pick<Extendable, 'end' | 'grant' | 'condition'> | undefined> => {
  const ours = (await activeGrants(database.db, key, clock.now())).map(({ change, end }) => ({ grant: change, end }));
  const theirs = listed
    .filter((one) => grantKey(one) === key)
    .map(({ end, condition }) => ({ grant: null, end, condition }));
  const condition = theirs.find((one) => one.condition !== undefined)?.condition;
  const all = ours.length > 0 ? ours : theirs;
  const last = all.toSorted((a, b) => (b.end ?? Infinity) - (a.end ?? Infinity))[0];
  return last?.end === undefined ? undefined : { grant: last.grant, end: last.end, condition };
};

/** Opens the form; what has ended meanwhile is an ordinary request with the same answers. @throws VendorError */
export const extendRole = async (turn: Turn, services: Services, answers: Answers = {}): Promise<Answer> => {
  const all = await extendableOf({ turn, services, answers });
  const namesNothing = Object.keys(answers).length === 0;
  if (all.length === 0) return textAnswer(namesNothing ? 'access.extendForm.nothing' : 'access.extendForm.gone');
  const [one, ...others] = all.filter((each) => fits(each, answers));
  const { role: _role, place: _place, ...rest } = answers;
  if (!one || others.length > 0) return formAnswer(EXTEND, rest);
  return formAnswer(EXTEND, { ...rest, what: choiceValue(one), end: iso(one.end) });
};

const fits = ({ role, place }: Requestable, said: Answers): boolean =>
  isCalled(said.role, role) && isCalled(said.place, place);

const isCalled = (
  said: string | undefined,
  { key, title }: { readonly key: string; readonly title: string },
): boolean => said === undefined || [key, title].some((name) => name.toLowerCase() === said.trim().toLowerCase());

/** Keeping a role for longer: which one, and for how much longer. */
export const extendForm: Form = {
  name: EXTEND,
  pages: [choosePage, detailsPage],
  async submit(context) {
    const { answers, turn, services } = context;
    const choice = await chosen(context);
    if (!choice) return { kind: 'wrong', errors: {}, problem: turn.words.plain('access.extendForm.gone') };
    const { held } = choice;
    const limits = await limitsOf(services, choice.place, choice.role, turn.answerBy, refusedRulesIn(answers));
    const length = parseLength(answers.duration ?? '', held?.end ?? null, limits, parseContextOf(context));
    if ('problem' in length) return { kind: 'wrong', errors: { duration: length.problem } };
    const shown = answers.end === undefined ? undefined : Date.parse(answers.end);
    const again = await findChangeBySource(services.database.db, sourceOf(context.form));
    if (!again && held && shown !== undefined && held.end > shown) {
      const end = new Date(held.end);
      return { kind: 'wrong', errors: {}, problem: turn.words.plain('access.extendForm.moved', { end }) };
    }
    const terms: GrantTerms = {
      ...baseTermsOf(context, { ...choice, person: receiverOf(context) }),
      start: held?.end ?? null,
      length: length.value,
      ...(held ? { extends: { grant: held.grant, end: held.end } } : {}),
      ...(await incidentOf(context, held)),
      ...(held?.condition === undefined ? {} : { widens: held.condition }),
    };
    return submitChange(context, { kind: GRANT, terms, form: EXTEND });
  },
};

/** The incident for which the role was asked first. */
const incidentOf = async (
  { services }: FormContext,
  held: Extendable | undefined,
): Promise<Pick<GrantTerms, 'incident'>> => {
  const before = held?.grant ? await services.changes.find(held.grant) : undefined;
  const { incident } = before ? grantTerms.parse(before.terms) : {};
  return incident ? { incident } : {};
};

/** The role of the form; without `held` where it has ended since: then it is requested anew. */
const chosen = async (context: FormInput): Promise<(Requestable & { readonly held?: Extendable }) | undefined> => {
  const { answers, turn, services } = context;
  const isChosen = (one: Requestable): boolean => choiceValue(one) === answers.what;
  const held = (await extendableOf(context)).find(isChosen);
  const receiver = receiverOf(context).objectId;
  const one = held ?? requestableFor(services, turn.who.objectId, GRANT, receiver).find(isChosen);
  return one && { role: one.role, place: one.place, ...(held ? { held } : {}) };
};

async function choosePage(context: FormContext): Promise<FormPage> {
  const { words } = context.turn;
  const named = await chosen(context);
  const items = (named ? [named] : await extendableOf(context)).map((one) => ({
    key: choiceValue(one),
    title: words.plain('access.form.offer', { role: one.role.title, place: one.place.title }),
  }));
  const field = choiceField({
    ...{ id: 'what', items },
    label: words.plain('access.extendForm.which'),
    refused: words.plain('access.extendForm.gone'),
    missing: words.plain('access.extendForm.whichMissing'),
    placeholder: words.plain('access.extendForm.whichExample'),
    ...presetChoices(items),
  });
  return formPage(words, {
    title: words.markdown('access.extendForm.title'),
    intro: words.markdown('access.extendForm.intro'),
    fields: [field],
    submit: words.plain('access.form.next'),
  });
}

async function detailsPage(context: FormContext): Promise<FormPage> {
  const { turn, services, answers } = context;
  const { words } = turn;
  const choice = await chosen(context);
  if (!choice) throw new Error('the form that extends has no choice');
  const { role, place, held } = choice;
  const receiver = receiverOf(context);
  const limits = await limitsOf(services, place, role, turn.answerBy, refusedRulesIn(answers));
  const fields = detailFields(context, limits, held?.end).filter(({ id }) => id !== 'start');
  return formPage(words, {
    title: words.markdown(held ? 'access.extension.title' : 'access.form.offer', {
      ...{ role: role.title, place: place.title },
    }),
    intro: words.markdown(held ? 'access.extendForm.intro' : 'access.form.details'),
    facts: [
      ...(receiver.isOther ? [{ title: words.plain('access.label.who'), value: escapeMarkdown(receiver.name) }] : []),
      ...(held ? [{ title: words.plain('access.label.heldUntil'), value: dateTime(held.end) }] : []),
      ...limitFacts(limits, context),
    ],
    fields: held
      ? fields.map((field) =>
          field.id === 'duration' ? { ...field, label: words.plain('access.extendForm.duration') } : field,
        )
      : fields,
    submit: words.plain('access.extendForm.submit'),
  });
}
