import { person, reason } from '#bot/arguments/types.ts';
import type { Form, FormContext } from '#bot/commands/registry.ts';
import { personIn } from '#bot/turn/mentions.ts';
import { formAnswer } from '#bot/turn/turn.ts';
import type { BatchLineDraft } from '#engine/changes/batch/submit-batch.ts';
import { isOpen } from '#engine/changes/change.ts';
import { submitRequests } from '#features/batch-answers.ts';
import { defineCommand, type Services } from '#features/feature.ts';
import { choiceField, formPage, givenAnswers, reasonField } from '#features/form-fields.ts';
import { personNamed } from '#features/person-named.ts';
import { escapeMarkdown } from '#platform/lib/text.ts';
import { notAllowed } from '#policy/policy.ts';
import type { Field, FormPage } from '#teams/cards/form.ts';
import type { Fact } from '#teams/cards/view.ts';
import { limitsOf, sharedTickets } from '../limits.ts';
import { rolesOf } from '../policy.ts';
import { type RemovableAccess, removableAccess, removeTermsOf } from '../removal/removable-access.ts';
import { isGrant, mayRequest, REMOVE } from '../requestable.ts';
import { readAssignments } from './remove-form.ts';
import { ticketField } from './request-form.ts';

export const REMOVE_ALL_FORM = 'access.removeAll';

/** Everything that a person has, shown line by line before it is removed by one request. */
export const removeAllForm: Form = {
  name: REMOVE_ALL_FORM,
  pages: [personPage, linesPage],
  async submit(context) {
    const { answers, services, turn } = context;
    const { shown } = await accessOf(context);
    if (!shown.some(({ stays }) => !stays)) {
      return {
        kind: 'wrong',
        errors: {},
        problem: turn.words.plain('access.removeAll.none', { who: nameOf(context) }),
      };
    }
    const details = { by: turn.who.name, reason: answers.reason ?? '', ticket: answers.ticket ?? '' };
    const lines: BatchLineDraft[] = [];
    for (const { assignment, what, stays } of shown) {
      if (stays) lines.push({ what, refused: stays });
      else lines.push({ what, kind: REMOVE, terms: await removeTermsOf(services, assignment, details) });
    }
    const title = { text: 'access.removeAll.title', values: { who: nameOf(context) } } as const;
    return submitRequests(context, { title, lines, form: REMOVE_ALL_FORM });
  },
};

/** Whose access: a directory object id. */
const ownerOf = ({ answers }: FormContext): string => answers.person ?? '';

const nameOf = (context: FormContext): string => context.services.policy.current().nameOf(ownerOf(context), '');

const accessOf = async (context: FormContext) => {
  const { services, turn } = context;
  const owner = ownerOf(context);
  const all = owner === '' ? [] : await readAssignments(context, owner);
  return removableAccess(services, all, { owner, reader: turn.who.objectId });
};

async function personPage({ services, turn: { words } }: FormContext): Promise<FormPage> {
  const field = choiceField({
    ...{ id: 'person', searchable: true },
    items: services.policy.current().people.map(({ objectId, name }) => ({ key: objectId, title: name })),
    label: words.plain('access.removeAll.person'),
    missing: words.plain('access.removeAll.personMissing'),
    placeholder: words.plain('access.removeAll.personExample'),
  });
  return formPage(words, {
    title: words.markdown('access.removeAll.ask'),
    intro: words.markdown('access.removeAll.intro'),
    fields: [field],
    submit: words.plain('access.form.next'),
  });
}

/** Each line as it will be sent, and what stays. */
async function linesPage(context: FormContext): Promise<FormPage> {
  const { services, turn } = context;
  const { words } = turn;
  const { shown, left } = await accessOf(context);
  const removed = shown.filter(({ stays }) => !stays);
  const ticket = await ticketFor(context, removed);
  return formPage(words, {
    title: words.markdown('access.removeAll.title', { who: nameOf(context) }),
    intro: words.markdown('access.removeAll.lines', { count: removed.length, left }),
    facts: [...shown.map((line) => lineFact(line, context)), ...(await openFact(context))],
    fields: [
      reasonField(words, services.policy.current(), {
        label: words.plain('access.removeForm.reason'),
        missing: words.plain('access.removeForm.reasonMissing'),
        placeholder: words.plain('access.removeAll.reasonExample'),
      }),
      ...ticket,
    ],
    submit: words.plain('access.removeAll.submit', { count: removed.length }),
  });
}

const lineFact = ({ what, stays }: RemovableAccess, { turn: { words } }: FormContext): Fact => ({
  title: words.plain(what.text, what.values),
  value: stays ? words.markdown(stays.text, stays.values) : words.markdown('access.removeAll.removed'),
});

/** The most of a person's requests that are read. */
const MOST_REQUESTS = 100;

/** Their requests for roles that are still open, which this does not end. */
const openFact = async (context: FormContext): Promise<readonly Fact[]> => {
  const { services, turn } = context;
  const requests = await services.changes.requestsOf(ownerOf(context), ['waiting', 'approved', 'doing'], MOST_REQUESTS);
  const refs = requests
    .filter((change) => isOpen(change.state) && isGrant(change.kind))
    .filter((change) => services.changes.maySee(change, turn.who.objectId))
    .map(({ ref }) => ref);
  if (refs.length === 0) return [];
  return [{ title: turn.words.plain('access.removeAll.open'), value: escapeMarkdown(refs.join(', ')) }];
};

/** Asked for where a role's policy requires one for removals too, or where that cannot be read. */
const ticketFor = async (
  { services, turn }: FormContext,
  removed: readonly RemovableAccess[],
): Promise<readonly Field[]> => {
  const policy = services.policy.current();
  const all = await Promise.all(
    removed.map(({ assignment }) => {
      const place = policy.place(assignment.place.key);
      const role = rolesOf(policy).find(({ id }) => id === assignment.role.id);
      return place && role ? limitsOf(services, place, role, turn.answerBy) : undefined;
    }),
  );
  const known = all.filter((limits) => limits !== undefined);
  const isNeeded = known.some(({ ticket }) => ticket);
  return isNeeded || known.some(({ vendor }) => !vendor)
    ? [ticketField(turn.words, { ticket: isNeeded, tickets: sharedTickets(known) })]
    : [];
};

export const removeAllAccess = defineCommand({
  name: 'remove all access',
  aliases: [],
  area: 'access',
  form: REMOVE_ALL_FORM,
  effect: 'asks',
  takesAway: true,
  takes: { person: person.after('of', 'from').needed(), reason },
  example: 'remove all access of Ana Rossi because the work is done',
  async run(turn, { person, reason }, services) {
    const policy = services.policy.current();
    const owner = person && personNamed(policy, personIn(turn, person));
    const may = (objectId: string): boolean => mayRemoveSome(services, objectId, owner);
    if (!may(turn.who.objectId)) {
      const who = { self: owner === turn.who.objectId, who: owner ? policy.nameOf(owner, '') : '' };
      throw notAllowed(owner ? 'access.removeForm.notYou' : 'access.removeAll.notYou', policy, may, who);
    }
    return formAnswer(REMOVE_ALL_FORM, givenAnswers({ person: owner, reason }));
  },
});

/** Whether the rules let this person ask for a removal anywhere. @param owner whose role; anybody's when absent */
const mayRemoveSome = (services: Services, objectId: string, owner: string | undefined): boolean => {
  const policy = services.policy.current();
  const owners = owner === undefined ? policy.people.map((person) => person.objectId) : [owner];
  return policy.places.some(({ key: place }) =>
    rolesOf(policy).some(({ key: role }) =>
      owners.some((one) => mayRequest(services, REMOVE, { place, role }, objectId, one)),
    ),
  );
};
