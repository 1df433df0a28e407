import { period, place, reason, role, ticket } from '#bot/arguments/types.ts';
import { formAnswer } from '#bot/turn/turn.ts';
import { defineCommand } from '#features/feature.ts';
import { givenAnswers } from '#features/form-fields.ts';
import { refuseSecond } from '../break-glass/kind.ts';
import { BREAK_GLASS, requireRequestable } from '../requestable.ts';
import { BREAK_GLASS_FORM } from './break-glass-form.ts';
import { withPlace } from './choose-form.ts';

/** Opens the form, and never more. @throws AppError for a person without the right, and while an earlier use is not reviewed */
export const breakGlassCommand = defineCommand({
  name: 'break glass',
  aliases: ['breakglass', 'emergency access'],
  area: 'access',
  form: BREAK_GLASS_FORM,
  effect: 'asks',
  grave: true,
  takes: { role: role.first(), place: place.after('on', 'to'), duration: period, ticket, reason },
  menu: ['groupChat'],
  example: 'break glass owner on payments for 30 minutes because the payouts are down',
  async run(turn, args, services) {
    const { objectId } = turn.who;
    const all = requireRequestable(services, objectId, BREAK_GLASS);
    await refuseSecond(services.audit, services.database.db, services.policy.current(), objectId);
    return formAnswer(BREAK_GLASS_FORM, withPlace(givenAnswers(args), all));
  },
});
