import { listRoleDefinitions, writeEligibilityFilter } from '../../../src/api/operations/role-eligibility.ts';
import { addressOf, freezeParts, quoted } from '../../../src/api/request/freeze.ts';
import { profileOf } from '../../../src/api/services/profile.ts';
import type { Dice } from '../run-on-stores.ts';
import { guidBy, nameBy } from './names.ts';

const subscriptionId = '0d5f6a11-7c3e-4b59-9a41-5e2f8b7c1d01';
const scope = { kind: 'subscription', subscriptionId } as const;

/** A GUID, or text that tries to leave its quotes. */
const idBy = (dice: Dice): { readonly text: string; readonly good: boolean } => {
  const text = guidBy(dice);
  if (!dice.oneIn(8)) return { text, good: true };
  return { text: dice.pick([`${text}'`, `${text}') or assignedTo('`, `' or 1 eq 1`, '', `${text} `]), good: false };
};

/** The documented conditions (document 1, Endpoints 1) as the model writes them. */
const eligibility = (dice: Dice, namespace: 'Vendor' | 'Microsoft') => {
  const [assigned, principal, role] = [idBy(dice), idBy(dice), idBy(dice)];
  const [by, of, at, asTarget] = [dice.oneIn(2), dice.oneIn(2), dice.oneIn(2), dice.oneIn(3)];
  const roleId = `/subscriptions/${subscriptionId}/providers/${namespace}.Authorization/roleDefinitions/${role.text.toLowerCase()}`;
  const hasRole = dice.oneIn(3);
  const wanted = [
    ...(by ? [`assignedTo('${assigned.text}')`] : []),
    ...(asTarget ? ['asTarget()'] : []),
    ...(of ? [`principalId eq '${principal.text}'`] : []),
    ...(hasRole ? [`roleDefinitionId eq '${roleId}'`] : []),
    ...(at ? ['atScope()'] : []),
  ];
  return {
    filter: {
      ...(by ? { assignedTo: assigned.text } : {}),
      ...(asTarget ? { asTarget } : {}),
      ...(of ? { principalId: principal.text } : {}),
      ...(hasRole ? { roleDefinitionId: role.text } : {}),
      ...(at ? { atScope: at } : {}),
    },
    wanted: wanted.length === 0 ? undefined : wanted.join(' and '),
    good: (!by || assigned.good) && (!of || principal.good) && (!hasRole || role.good),
  };
};

/** What the vendor's OData reader makes of a quoted text: two quotes are one, a single one ends it. */
const unquoted = (text: string): string | undefined => /^'((?:[^']|'')*)'$/.exec(text)?.[1]?.replaceAll("''", "'");

/** @returns what does not hold of one filter, in words */
export const brokenFilterLaws = (dice: Dice): string[] => {
  const namespace = dice.pick(['Vendor', 'Microsoft'] as const);
  const profile = profileOf(namespace);
  const { text } = nameBy(dice, 2);
  if (text.isWellFormed()) {
    const path = { scope: `/subscriptions/${subscriptionId}` };
    const query = { $filter: `roleName eq ${quoted(text)}` };
    const url = addressOf(freezeParts(listRoleDefinitions, { path, query }, profile), 'https://vendor.example');
    const sent = url.searchParams.get('$filter') ?? '';
    const read = unquoted(sent.slice('roleName eq '.length));
    if (read !== text) return [`the name ${JSON.stringify(text)} arrived as ${JSON.stringify(sent)}`];
    if ([...url.searchParams].length !== 2) return [`a filter became ${url.search}`];
  }
  const { filter, wanted, good } = eligibility(dice, namespace);
  try {
    const written = writeEligibilityFilter(filter, scope, profile);
    if (!good) return [`an id that must be refused was written: ${written}`];
    return written === wanted ? [] : [`${written} was written, not ${wanted}`];
  } catch (error) {
    if (!(error instanceof RangeError)) return [`a filter threw ${String(error)}`];
    return good ? [`a good filter was refused: ${wanted}`] : [];
  }
};
