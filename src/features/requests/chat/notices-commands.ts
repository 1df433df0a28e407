import { text } from '#bot/arguments/types.ts';
import { formAnswer, textAnswer } from '#bot/turn/turn.ts';
import { isDecider, usualSettings } from '#engine/changes/notices/settings.ts';
import { defineCommand } from '#features/feature.ts';
import { answersIn, answersOf, NOTICES_FORM } from '../notice-answers.ts';

/** Opens the form as it is filled in now; what is typed changes only what it names. */
export const myNotices = defineCommand({
  name: 'my notices',
  aliases: ['my notifications', 'notify me'],
  area: 'requests',
  effect: 'asks',
  takes: {
    way: text.first(),
    quiet: text.after('quiet').shownAs('HH:MM-HH:MM'),
    weekends: text.after('weekends'),
    zone: text.after('zone'),
    away: text.after('away'),
    standIn: text.after('stand-in'),
  },
  form: NOTICES_FORM,
  menu: ['personal'],
  example: 'my notices own chat, quiet 18:00 to 08:00',
  async run(turn, args, services) {
    const policy = services.policy.current();
    const { objectId } = turn.who;
    if (!isDecider(policy, objectId)) return textAnswer('requests.notices.nothing');
    const now = services.clock.now();
    const known = await services.changes.notices.find(objectId);
    const before = answersOf(known ?? { ...usualSettings, zone: turn.zone }, policy, now);
    const said = answersIn(args, policy);
    return formAnswer(NOTICES_FORM, { ...before, ...said }, Object.keys(said).length === 0);
  },
});
