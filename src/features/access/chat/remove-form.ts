import type { Form, FormContext } from '#bot/commands/registry.ts';
import { type Answer, formAnswer, type Turn, textAnswer } from '#bot/turn/turn.ts';
import { refusedRulesIn, submitChange } from '#features/change-answers.ts';
import type { Services } from '#features/feature.ts';
import { choiceField, formPage, presetChoices, shortText } from '#features/form-fields.ts';
import { personNamed } from '#features/person-named.ts';
import { SECOND } from '#platform/lib/clock.ts';
import { clean, escapeMarkdown, type Markdown } from '#platform/lib/text.ts';
import type { Words } from '#platform/texts/texts.ts';
import { notAllowed } from '#policy/policy.ts';
import type { Answers, Field, FormPage } from '#teams/cards/form.ts';
import type { Fact } from '#teams/cards/view.ts';
import { type Assignment, assignmentsOf, conditionFact } from '../assignments.ts';
import { limitsOf } from '../limits.ts';
import { rolesOf } from '../policy.ts';
import { removeTermsOf } from '../removal/removable-access.ts';
import { mayRequest, REMOVE } from '../requestable.ts';
import { ticketField } from './request-form.ts';

export const REMOVE_FORM = 'access.remove';

type FormInput = Omit<FormContext, 'form'>;

/** Opens the form with the given answers, or reports that nothing can be removed. @throws VendorError */
export const removeRole = async (turn: Turn, services: Services, answers: Answers = {}): Promise<Answer> => {
  const wanted = { turn, services, answers };
  return (await removable(wanted)).length === 0 ? nothingToRemove(wanted) : formAnswer(REMOVE_FORM, answers);
};

/** The reason. @throws AppError for a person without the right: it says who may, and nothing of what there is */
const nothingToRemove = async (context: FormInput): Promise<Answer> => {
  const { services, turn } = context;
  const owner = ownerOf(context);
  const policy = services.policy.current();
  const mayRemove = (objectId: string, of: { readonly place: string; readonly role: string }): boolean =>
    mayRequest(services, REMOVE, of, objectId, owner);
  const anywhere = policy.places.flatMap((place) =>
    rolesOf(policy).map((role) => ({ place: place.key, role: role.key })),
  );
  const mayAny = (objectId: string): boolean => anywhere.some((of) => mayRemove(objectId, of));
  const who = { self: owner === turn.who.objectId, who: policy.nameOf(owner, '') };
  const all = mayAny(turn.who.objectId) ? await readAssignments(context, owner) : undefined;
  if (!all) throw notAllowed('access.removeForm.notYou', policy, mayAny, who);
  const direct = all.filter(({ held }) => held === 'direct');
  const mayOne = (objectId: string): boolean =>
    direct.some(({ place, role }) => mayRemove(objectId, { place: place.key ?? '', role: role.key ?? '' }));
  if (direct.length > 0) throw notAllowed('access.removeForm.notYou', policy, mayOne, who);
  return textAnswer(all.length === 0 ? 'access.removeForm.none' : 'access.removeForm.elsewhere', who);
};

/** Removing one's own role, or someone else's where the policy allows the request. */
export const removeForm: Form = {
  name: REMOVE_FORM,
  pages: [choosePage, ticketPage],
  async submit(context) {
    const { answers, services, turn } = context;
    const assignment = (await removable(context)).find(({ id }) => id === answers.holding);
    if (!assignment) {
      return { kind: 'wrong', errors: { holding: turn.words.plain('access.problem.gone') } };
    }
    const terms = await removeTermsOf(services, assignment, {
      by: turn.who.name,
      reason: answers.reason ?? '',
      ticket: answers.ticket ?? '',
    });
    return submitChange(context, { kind: REMOVE, terms, form: REMOVE_FORM });
  },
};

/** The person named in the command, or the requester. @throws AppError for a name that the policy lacks */
const ownerOf = ({ answers, services, turn }: FormInput): string => {
  const named = answers.person?.trim();
  return named ? personNamed(services.policy.current(), named) : turn.who.objectId;
};

const nameOf = async (context: FormInput): Promise<string> => {
  const owner = ownerOf(context);
  if (owner === context.turn.who.objectId) return context.turn.who.name;
  const [assignment] = await removable(context);
  return assignment?.person.name ?? context.services.policy.current().nameOf(owner, '');
};

const titleOf = async (context: FormInput): Promise<Markdown> =>
  context.turn.words.markdown('access.removeForm.title', {
    who: await nameOf(context),
    self: ownerOf(context) === context.turn.who.objectId,
  });

const ONE_TURN_MS = 3 * SECOND;

/** What a person is eligible for, read once for all steps of a turn. */
export const readAssignments = ({ services, turn }: FormInput, owner: string): Promise<Assignment[]> =>
  services.cache.get(`assignments ${owner}`, ONE_TURN_MS, () => assignmentsOf(services, owner, turn.answerBy));

/** Direct assignments only: the others are removed at their group or parent scope. */
const removable = async (context: FormInput): Promise<Assignment[]> => {
  const owner = ownerOf(context);
  const me = context.turn.who.objectId;
  const { services } = context;
  const assignments = await readAssignments(context, owner);
  return assignments.filter(
    ({ held, person, place, role }) =>
      held === 'direct' &&
      person.objectId === owner &&
      mayRequest(services, REMOVE, { place: place.key, role: role.key }, me, owner),
  );
};

async function choosePage(context: FormContext): Promise<FormPage> {
  const { words } = context.turn;
  const assignments = await removable(context);
  return formPage(words, {
    title: await titleOf(context),
    intro: words.markdown('access.removeForm.intro'),
    fields: [assignmentField(context, narrowed(assignments, context.answers)), reasonOf(context)],
    submit: words.plain('access.removeForm.submit'),
  });
}

/** Asks for a ticket only where the role's policy requires one. */
async function ticketPage(context: FormContext): Promise<FormPage> {
  const { answers, services, turn } = context;
  const assignment = (await removable(context)).find(({ id }) => id === answers.holding);
  const policy = services.policy.current();
  const place = policy.place(assignment?.place.key ?? '');
  const role = rolesOf(policy).find(({ id }) => id === assignment?.role.id);
  const limits = place && role && (await limitsOf(services, place, role, turn.answerBy, refusedRulesIn(answers)));
  return formPage(turn.words, {
    title: await titleOf(context),
    intro: turn.words.markdown(limits && !limits.vendor ? 'access.limit.unknown' : 'access.removeForm.ticketIntro'),
    facts: assignment ? chosenFacts(assignment, answers, turn.words) : [],
    fields: limits && (limits.ticket || !limits.vendor) ? [ticketField(turn.words, limits)] : [],
    submit: turn.words.plain('access.removeForm.submit'),
  });
}

/** What the page before asked. */
const chosenFacts = (
  { role, place, condition }: Assignment,
  { reason = '' }: Answers,
  words: Words,
): readonly Fact[] => [
  {
    title: words.plain('access.label.role'),
    value: words.markdown('access.form.offer', { role: role.title, place: place.title }),
  },
  ...conditionFact(condition, words),
  { title: words.plain('changes.label.reason'), value: escapeMarkdown(clean(reason)) },
];

const narrowed = (assignments: readonly Assignment[], answers: FormContext['answers']): readonly Assignment[] => {
  const fits = (text: string | undefined, names: readonly string[]): boolean =>
    text === undefined || names.some((name) => name.toLowerCase() === text.toLowerCase());
  const some = assignments.filter(
    ({ role, place }) => fits(answers.role, [role.key, role.title]) && fits(answers.place, [place.key, place.title]),
  );
  return some.length > 0 ? some : assignments;
};

const assignmentField = ({ turn: { words } }: FormContext, assignments: readonly Assignment[]): Field => {
  const items = assignments.map(({ id, role, place }) => ({
    key: id,
    title: words.plain('access.form.offer', { role: role.title, place: place.title }),
  }));
  return choiceField({
    ...{ id: 'holding', items },
    label: words.plain('access.removeForm.which'),
    refused: words.plain('access.problem.gone'),
    missing: words.plain('access.removeForm.whichMissing'),
    placeholder: words.plain('access.removeForm.whichExample'),
    ...presetChoices(items),
  });
};

const reasonOf = ({ turn: { words } }: FormContext): Field => ({
  id: 'reason',
  label: words.plain('access.removeForm.reason'),
  kind: 'lines',
  required: true,
  schema: shortText(words),
  missing: words.plain('access.removeForm.reasonMissing'),
  placeholder: words.plain('access.removeForm.reasonExample'),
});
