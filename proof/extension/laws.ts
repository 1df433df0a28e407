import type { Change } from '../../src/engine/changes/change.ts';
import { grant } from '../../src/features/access/grant.ts';
import { removal } from '../../src/features/access/removal/kind.ts';
import { type GrantTerms, grantTerms } from '../../src/features/access/terms.ts';
import { HOUR, SECOND } from '../../src/platform/lib/clock.ts';
import { type AccessService, ALLOWED, type Assignment } from '../lib/access-service.ts';
import type { Schedule } from './plan.ts';

/** A service without faults takes the next part so soon after the end of the first: two attempts with their pauses. */
const LONGEST_GAP_MS = 20 * SECOND;

type Granted = Change & { readonly terms: GrantTerms & { readonly window: NonNullable<GrantTerms['window']> } };

const approved = (changes: readonly Change[]): readonly Granted[] =>
  changes
    .filter(({ kind }) => kind === grant.name)
    .map((change) => ({ ...change, terms: grantTerms.parse(change.terms) }))
    .filter((change): change is Granted => change.terms.window !== null);

/** What does not hold of the service's own record, in words. */
export const faultsOf = (
  changes: readonly Change[],
  { assignments, verbs, troubles }: Pick<AccessService, 'assignments' | 'verbs' | 'troubles'>,
  { adjacent }: Pick<Schedule, 'adjacent'>,
): readonly string[] => {
  const wrong: string[] = [];
  const grants = approved(changes);
  const removals = changes.filter(({ kind, state }) => kind === removal.name && state === 'done');
  const grantOf = ({ name }: Assignment): Granted | undefined => grants.find(({ guid }) => guid === name);

  for (const verb of verbs) if (!ALLOWED.has(verb)) wrong.push(`the service was told ${verb}`);
  const names = assignments.map(({ name }) => name);
  if (new Set(names).size < names.length) wrong.push('one request made two assignments');

  for (const one of assignments) {
    const change = grantOf(one);
    if (!change) wrong.push('an assignment without an approval');
    else if (one.end !== change.terms.window.end) wrong.push('an assignment has another end than the approved one');
    const asked = changes.some(({ kind, state }) => kind === removal.name && state !== 'cancelled');
    if (one.over !== undefined && !asked) wrong.push('an assignment was shortened, and nobody asked for a removal');
    if (!change || one.over !== undefined) continue;
    const lives = removals.find(({ endedAt = 0 }) => change.createdAt < endedAt && one.end > endedAt);
    if (lives) wrong.push('access goes on after a removal that came after its request');
    if (change.state !== 'done' && change.state !== 'unconfirmed')
      wrong.push(`granted, and the card says ${change.state}`);
  }

  for (const change of grants.filter(({ terms }) => terms.extends !== undefined)) {
    const { window, extends: from } = change.terms;
    const own = assignments.find(({ name }) => name === change.guid);
    const first = assignments.find((one) => grantOf(one)?.id === from?.grant);
    const wasRemoved = removals.some(({ createdAt }) => createdAt < window.start + HOUR) || first?.over !== undefined;
    if (!own) {
      if (!wasRemoved && troubles === 0) wrong.push(`an approved extension never came: ${change.state}`);
      continue;
    }
    if (wasRemoved || window.start !== from?.end || own.made <= window.start) continue;
    const gap = own.made - window.start;
    if (troubles === 0 && adjacent) wrong.push(`a gap of ${gap} ms where the service takes what follows`);
    if (troubles === 0 && gap > LONGEST_GAP_MS) wrong.push(`a gap of ${gap} ms without any fault`);
    if (gap > HOUR) wrong.push(`a gap of ${gap} ms, longer than Steward may try`);
  }
  return wrong;
};
