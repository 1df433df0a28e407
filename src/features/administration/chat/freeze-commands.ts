import { place, reason } from '#bot/arguments/types.ts';
import { formAnswer, textAnswer } from '#bot/turn/turn.ts';
import { freezeKey } from '#engine/changes/freeze/store.ts';
import { allowedBy, defineCommand } from '#features/feature.ts';
import { givenAnswers } from '#features/form-fields.ts';
import { normalise } from '#platform/lib/text.ts';
import type { Policy, PolicyPlace } from '#policy/policy.ts';
import { isAdministrator, requireAdministrator } from '../administrators.ts';
import { EVERYTHING, EVERYWHERE, FREEZE_FORM, UNFREEZE_FORM } from './freeze-forms.ts';

/** A place, or everything. */
const placeOrAll = place.orAll(EVERYTHING).first().after('on', 'at');

/** @returns undefined for a name that the policy lacks */
const placeOf = (policy: Policy, typed: string | undefined): PolicyPlace | typeof EVERYWHERE | undefined =>
  typed === undefined || EVERYTHING.has(normalise(typed)) ? EVERYWHERE : policy.findPlace(typed);

export const freeze = defineCommand({
  name: 'freeze',
  aliases: ['emergency stop'],
  area: 'administration',
  effect: 'asks',
  grave: true,
  takes: { place: placeOrAll, reason },
  form: FREEZE_FORM,
  example: 'freeze payments because an account was taken over',
  may: allowedBy(isAdministrator),
  listed: isAdministrator,
  async run({ who }, { place, reason }, { policy }) {
    const current = policy.current();
    requireAdministrator(current, who);
    const found = placeOf(current, place);
    if (!found) return textAnswer('administration.refused.place', { place: place ?? '' });
    return formAnswer(
      FREEZE_FORM,
      givenAnswers({ place: found === EVERYWHERE ? EVERYWHERE : found.key, reason }),
      true,
    );
  },
});

export const unfreeze = defineCommand({
  name: 'unfreeze',
  aliases: ['end freeze', 'lift freeze'],
  area: 'administration',
  effect: 'asks',
  grave: true,
  takes: { place: placeOrAll },
  form: UNFREEZE_FORM,
  example: 'unfreeze payments',
  may: allowedBy(isAdministrator),
  listed: isAdministrator,
  async run({ who }, { place }, { policy, changes, database }) {
    const current = policy.current();
    requireAdministrator(current, who);
    const freezes = await changes.freezes.list(database.db);
    if (freezes.length === 0) return textAnswer('administration.unfreeze.none');
    if (place === undefined) return formAnswer(UNFREEZE_FORM, {}, true);
    const found = placeOf(current, place);
    const key = found && freezeKey(found === EVERYWHERE ? undefined : found.scope);
    const meant = freezes.find((one) => freezeKey(one.place?.scope) === key || one.place?.key === normalise(place));
    if (!meant) return textAnswer('administration.unfreeze.notThere', { place });
    return formAnswer(UNFREEZE_FORM, { freeze: meant.id }, true);
  },
});
