import { person, reason } from '#bot/arguments/types.ts';
import { personIn } from '#bot/turn/mentions.ts';
import { formAnswer } from '#bot/turn/turn.ts';
import { defineCommand, type Services } from '#features/feature.ts';
import { givenAnswers } from '#features/form-fields.ts';
import { personNamed } from '#features/person-named.ts';
import { notAllowed } from '#policy/policy.ts';
import { rolesOf } from '../policy.ts';
import { mayRequest, REMOVE } from '../requestable.ts';
import { REMOVE_ALL_FORM } from './remove-all-form.ts';

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
