import { listEligibilitySchedules } from '../../../src/api/operations/role-eligibility.ts';
import { addressOf, freezeParts } from '../../../src/api/request/freeze.ts';
import type { Scope } from '../../../src/api/request/path.ts';
import { profileOf } from '../../../src/api/services/profile.ts';
import type { Dice } from '../run-on-stores.ts';
import { guidBy, nameBy } from './names.ts';

/** A scope as a feature hands it over, built from parts that may hold anything: no part becomes another one. */
export const brokenScopeLaws = (dice: Dice): string[] => {
  const namespace = dice.pick(['Vendor', 'Microsoft'] as const);
  const profile = profileOf(namespace);
  const subscriptionId = guidBy(dice);
  const [group, type, name] = [nameBy(dice, 6), nameBy(dice, 8), nameBy(dice, 8)];
  const below = { subscriptionId, resourceGroup: group.text };
  const inGroup = ['subscriptions', subscriptionId, 'resourceGroups', group.text];
  const choices: readonly { scope: Scope; segments: string[]; safe: boolean }[] = [
    {
      scope: { kind: 'managementGroup', name: name.text },
      segments: ['providers', `${namespace}.Management`, 'managementGroups', name.text],
      safe: name.safe,
    },
    { scope: { kind: 'resourceGroup', ...below }, segments: inGroup, safe: group.safe },
    {
      scope: { kind: 'resource', ...below, provider: 'Vendor.KeyVault', type: type.text, name: name.text },
      segments: [...inGroup, 'providers', `${namespace}.KeyVault`, type.text, name.text],
      safe: group.safe && type.safe && name.safe,
    },
  ];
  const { scope, segments, safe } = dice.pick(choices);
  const tail = ['providers', `${namespace}.Authorization`, 'roleEligibilitySchedules'];
  try {
    const parts = listEligibilitySchedules.parts({ scope }, profile);
    const url = addressOf(freezeParts(listEligibilitySchedules, parts, profile), 'https://vendor.example');
    const sent = url.pathname.slice(1).split('/').map(decodeURIComponent);
    const wanted = [...segments, ...tail];
    if (!safe) return [`a ${scope.kind} that must be refused was sent as ${url.pathname}`];
    const same = sent.length === wanted.length && sent.every((word, at) => word === wanted[at]);
    return same ? [] : [`a ${scope.kind} was sent as ${JSON.stringify(sent)}, not ${JSON.stringify(wanted)}`];
  } catch (error) {
    if (!(error instanceof RangeError)) return [`a ${scope.kind} threw ${String(error)}`];
    return safe ? [`a good ${scope.kind} was refused: ${JSON.stringify(segments)}`] : [];
  }
};
