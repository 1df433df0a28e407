import { z } from 'zod';
import { formAnswer, textAnswer } from '../../bot/turn.ts';
import { removeAppUser } from '../../vendor/operations/app-management.ts';
import { defineCommand } from '../feature.ts';
import { offered, REMOVE_USER_FORM } from './remove-user-form.ts';
import { findApp } from './section.ts';

const word = z.string().optional();

export const removeUserCommand = defineCommand({
  name: 'remove app user',
  aliases: ['remove user', 'remove from app', 'take out user', 'delete app user'],
  area: 'apps',
  lead: 'email',
  slots: [
    { word: 'from', argument: 'app' },
    { word: 'because', argument: 'reason', rest: true },
  ],
  arguments: z.object({ email: word, app: word, reason: word }),
  example: 'remove app user tess.moran+wallet@contoso-audio.example from wallet because her phone is lost',
  async handle(turn, { email, app, reason }, services) {
    services.vendor.requireService(removeAppUser);
    if (offered({ turn, services }).length === 0) return textAnswer('apps.form.nothing');
    const found = app === undefined ? undefined : findApp(services.policy.current(), app);
    const answers = {
      ...(email === undefined ? {} : { email }),
      ...(app === undefined ? {} : { said: app }),
      ...(found === undefined ? {} : { app: found.key }),
      ...(reason === undefined ? {} : { reason }),
    };
    return formAnswer(REMOVE_USER_FORM, answers, true);
  },
});
