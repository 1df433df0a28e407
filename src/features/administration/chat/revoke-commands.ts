import { person, reason } from '#bot/arguments/types.ts';
import { personIn } from '#bot/turn/mentions.ts';
import { formAnswer } from '#bot/turn/turn.ts';
import { allowedBy, defineCommand } from '#features/feature.ts';
import { givenAnswers } from '#features/form-fields.ts';
import { personNamed } from '#features/person-named.ts';
import { isAdministrator, requireAdministrator } from '../administrators.ts';
import { REVOKE_FORM, refuseOwnRevocation } from './revoke-form.ts';

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
