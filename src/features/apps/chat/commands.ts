import { name, reason, recognised } from '#bot/arguments/types.ts';
import { type Answer, cardAnswer, formAnswer, type Turn } from '#bot/turn/turn.ts';
import type { Name } from '#bot/understanding/vocabulary.ts';
import { VendorError } from '#cloud/errors/errors.ts';
import { callOptions } from '#cloud/operation.ts';
import { getUserProfile, removeAppUser } from '#cloud/operations/app-management.ts';
import { defineCommand } from '#features/feature.ts';
import { readEmail } from '#platform/lib/email.ts';
import { AppError } from '#platform/lib/errors.ts';
import type { Policy } from '#policy/policy.ts';
import { commandButton } from '#teams/cards/buttons.ts';
import { choicesCard } from '#teams/cards/notice-card.ts';
import { profileCard, viewProfile } from '../cards/profile-card.ts';
import { appsOf, findApp } from '../policy.ts';
import { REMOVE_USER_FORM, requireApp } from './remove-user-form.ts';

export const removeUserCommand = defineCommand({
  name: 'remove app user',
  aliases: ['remove user', 'remove from app', 'take out user', 'delete app user', 'remove'],
  area: 'apps',
  needs: 'appManagement',
  effect: 'asks',
  takesAway: true,
  takes: { email: recognised('email').first(), app: name('app').after('from'), reason },
  example: 'remove app user tess.moran+wallet@contoso-audio.example from wallet because her phone is lost',
  async run(turn, { email, app, reason }, services) {
    // “remove tess@example.com from wallet” is enough; removals of other things have their own words.
    if (/^\/?\s*remove(\s|$)/i.test(turn.text) && !namesUserCommand(turn.text) && !email?.includes('@'))
      return askWhich(turn);
    services.vendor.requireService(removeAppUser);
    requireApp({ turn, services });
    const found = app === undefined ? undefined : findApp(services.policy.current(), app);
    const answers = {
      ...(email === undefined ? {} : { email: readEmail(email) ?? email }),
      ...(app === undefined ? {} : { said: app }),
      ...(found === undefined ? {} : { app: found.key }),
      ...(reason === undefined ? {} : { reason }),
    };
    return formAnswer(REMOVE_USER_FORM, answers, true);
  },
});

/** “remove” alone may mean a role or a user. */
const askWhich = ({ words }: Turn): Answer => {
  const buttons = [commandButton('remove access'), commandButton('remove app user')];
  return cardAnswer(choicesCard.render({ text: words.markdown('apps.which'), buttons }), words.plain('apps.which'));
};

/** Whether the text says explicitly that it means a user. */
const namesUserCommand = (text: string): boolean => /^\/?\s*remove\s+((app\s+)?user|from\s+app)(\s|$)/i.test(text);

export const profileCommand = defineCommand({
  name: 'who am i in apps',
  aliases: ['whoami in apps', 'app profile', 'who is steward in apps'],
  area: 'apps',
  needs: 'appManagement',
  effect: 'shows',
  takes: {},
  example: 'who am I in apps',
  async run(turn, _args, services) {
    const { words } = turn;
    services.vendor.requireService(getUserProfile);
    requireApp({ turn, services });
    const profile = await services.vendor.call(getUserProfile, {}, callOptions(turn)).catch((error: unknown) => {
      throw withRemedy(error);
    });
    const view = viewProfile(profile, services.clock.now(), words);
    return cardAnswer(profileCard.render(view), words.plain('apps.profile.summary', { name: profile.name }));
  },
});

/** The text for refused changes does not apply here: reading the profile needs no permissions in any app. */
const withRemedy = (error: unknown): unknown => {
  if (!(error instanceof VendorError) || (error.status !== 401 && error.status !== 403)) return error;
  const { code, values } = error;
  return new AppError({
    code,
    text: `apps.refused.${error.status === 401 ? 'token' : 'appToken'}`,
    values,
    cause: error,
  });
};

export const vocabulary = (policy: Policy): readonly Name[] =>
  appsOf(policy).map(({ key, title, name }) => ({ kind: 'app', key, titles: [title, name] }));
