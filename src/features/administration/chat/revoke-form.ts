import { person, reason } from '#bot/arguments/types.ts';
import type { Form, FormContext, FormEnd } from '#bot/commands/registry.ts';
import { personIn } from '#bot/turn/mentions.ts';
import { formAnswer } from '#bot/turn/turn.ts';
import { personOf, sourceOf } from '#features/change-answers.ts';
import { allowedBy, defineCommand } from '#features/feature.ts';
import { choiceField, formPage, givenAnswers, reasonField } from '#features/form-fields.ts';
import { personNamed } from '#features/person-named.ts';
import { AppError } from '#platform/lib/errors.ts';
import { clean, escapeMarkdown } from '#platform/lib/text.ts';
import type { Policy } from '#policy/policy.ts';
import type { FormPage } from '#teams/cards/form.ts';
import { isAdministrator, requireAdministrator, requireAdministratorNow } from '../administrators.ts';
import { revocationSubject } from '../cards/revocation-card.ts';
import { revokeAll } from '../revocation.ts';
import { reportAnswer, reportPlace } from './freeze-forms.ts';

export const REVOKE_FORM = 'administration.revoke';

/** Whose and why, and then what it means: it cannot be taken back. */
export const revokeForm: Form = {
  name: REVOKE_FORM,
  pages: [detailsPage, confirmPage],
  submit: revoke,
};

/** @throws AppError for one's own: giving back and withdrawing have commands of their own */
export const refuseOwnRevocation = (policy: Policy, me: string, objectId: string): void => {
  if (policy.identityOf(me) !== policy.identityOf(objectId)) return;
  throw new AppError({ code: 'Policy.Own', text: 'administration.revoke.own' });
};

/** Everybody in the policy, one account of each; and the person the command named, who may have left it. */
const peopleFor = (policy: Policy, me: string, named: string | undefined) => {
  const mine = policy.identityOf(me);
  const people = policy.people.filter(
    ({ objectId }) => policy.identityOf(objectId) === objectId && policy.identityOf(objectId) !== mine,
  );
  const isListed = people.some(({ objectId }) => objectId === named);
  const other = named === undefined || isListed ? [] : [{ objectId: named, name: policy.nameOf(named, '') }];
  return [...people, ...other].map(({ objectId, name }) => ({ key: objectId, title: name }));
};

async function detailsPage({ turn, services, answers }: FormContext): Promise<FormPage> {
  const { words, who } = turn;
  const policy = services.policy.current();
  requireAdministrator(policy, who);
  return formPage(words, {
    title: words.markdown('administration.revoke.form.title'),
    intro: words.markdown('administration.revoke.form.intro'),
    fields: [
      choiceField({
        ...{ id: 'person', searchable: true, items: peopleFor(policy, who.objectId, answers.person) },
        label: words.plain('administration.revoke.form.person'),
        missing: words.plain('administration.revoke.form.personMissing'),
      }),
      reasonField(words, policy, {
        label: words.plain('administration.form.reason'),
        missing: words.plain('administration.form.reasonMissing'),
        placeholder: words.plain('administration.revoke.form.reasonExample'),
      }),
    ],
    submit: words.plain('administration.form.next'),
  });
}

async function confirmPage({ turn, services, answers }: FormContext): Promise<FormPage> {
  const { words, who } = turn;
  const policy = services.policy.current();
  requireAdministrator(policy, who);
  const person = policy.nameOf(answers.person ?? '', '');
  return formPage(words, {
    title: words.markdown('administration.revoke.form.confirm', { who: person }),
    intro: words.markdown('administration.revoke.form.means', { who: person }),
    facts: [
      { title: words.plain('administration.revoke.form.person'), value: escapeMarkdown(person) },
      { title: words.plain('administration.form.reason'), value: escapeMarkdown(clean(answers.reason ?? '')) },
    ],
    back: words.plain('administration.form.back'),
    submit: words.plain('administration.revoke.form.submit'),
  });
}

async function revoke({ turn, services, answers, form }: FormContext): Promise<FormEnd> {
  const policy = await requireAdministratorNow(services.policy, turn.who);
  const person = answers.person ?? '';
  refuseOwnRevocation(policy, turn.who.objectId, person);
  const { id } = await revokeAll(services, {
    ...{ person: { objectId: person, name: policy.nameOf(person, '') }, by: personOf(turn) },
    ...{ reason: answers.reason ?? '', source: sourceOf(form), asked: reportPlace(turn) },
  });
  return reportAnswer(turn, services, revocationSubject(id));
}

export const revokeAllOf = defineCommand({
  name: 'revoke all',
  aliases: ['revoke everything', 'revoke all access'],
  area: 'administration',
  effect: 'asks',
  takesAway: true,
  takes: { person: person.after('of', 'from'), reason },
  form: REVOKE_FORM,
  example: 'revoke all of Cy Okafor because the laptop was stolen',
  may: allowedBy(isAdministrator),
  listed: isAdministrator,
  async run(turn, { person, reason }, { policy }) {
    const current = policy.current();
    requireAdministrator(current, turn.who);
    const named = person === undefined ? undefined : personNamed(current, personIn(turn, person));
    if (named === undefined) return formAnswer(REVOKE_FORM, givenAnswers({ reason }));
    refuseOwnRevocation(current, turn.who.objectId, named);
    return formAnswer(REVOKE_FORM, givenAnswers({ person: current.identityOf(named), reason }));
  },
});
