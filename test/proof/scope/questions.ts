import type { AnyOperation, Parts } from '../../../src/api/operation.ts';
import { listShareSynchronizations } from '../../../src/api/operations/data-share.ts';
import { listResourceHealthEvents, listSubscriptionHealthEvents } from '../../../src/api/operations/health-events.ts';
import { addressOf, freezeParts } from '../../../src/api/request/freeze.ts';
import { profileOf } from '../../../src/api/services/profile.ts';
import type { Dice } from '../run-on-stores.ts';
import { guidBy, nameBy } from './names.ts';
import { type Condition, type Question, readFilter } from './odata-reader.ts';

const DAY = 86_400_000;
/** From 1970 to the end of the year 9999: what a date of the documents can say. */
const MOMENTS = 253_402_300_800_000;

/** What an operation is asked, and what the vendor must read of it. */
interface Asked {
  readonly operation: AnyOperation;
  readonly parts: Parts;
  readonly question: Question | undefined;
  /** Other parameters by name, api-version left out. */
  readonly others: Readonly<Record<string, string | undefined>>;
}

/** Text of whatever kind, or a word that would be a condition of its own were it to leave its quotes. */
const textBy = (dice: Dice): string => {
  for (;;) {
    const { text } = nameBy(dice, 2);
    const ends = dice.pick(['', '', '', "'", "''", "' or service eq 'x", "') or 1 eq 1", "'&$filter=", ' ']);
    if (text.isWellFormed()) return text + ends;
  }
};

const several = <T>(dice: Dice, most: number, make: () => T): T[] =>
  Array.from({ length: Math.floor(dice.next() * (most + 1)) }, make);

const questionOf = (joined: 'and' | 'or', conditions: readonly Condition[]): Question | undefined =>
  conditions.length === 0 ? undefined : { joined: conditions.length === 1 ? undefined : joined, conditions };

const momentBy = (dice: Dice): number => DAY + Math.floor(dice.next() * (MOMENTS - DAY));

/** The day before, as month/day/year without zeros in front: counted in days of the calendar, not read from a date's text. */
const dayBefore = (moment: number): string => {
  const days = Math.floor(moment / DAY) - 1 + 719_468;
  const era = Math.floor(days / 146_097);
  const ofEra = days - era * 146_097;
  const year = Math.floor(
    (ofEra - Math.floor(ofEra / 1_460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) / 365,
  );
  const ofYear = ofEra - (365 * year + Math.floor(year / 4) - Math.floor(year / 100));
  const fromMarch = Math.floor((5 * ofYear + 2) / 153);
  const day = ofYear - Math.floor((153 * fromMarch + 2) / 5) + 1;
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
  return `${month}/${day}/${year + era * 400 + (month <= 2 ? 1 : 0)}`;
};

/** Document 2, Endpoints 4 and 5: any of the services, any of the regions. */
const healthBy = (dice: Dice): Asked => {
  const [services, regions] = [several(dice, 3, () => textBy(dice)), several(dice, 3, () => textBy(dice))];
  const question = questionOf('or', [
    ...services.map((service) => ['service', 'eq', service] as const),
    ...regions.map((region) => ['region', 'eq', region] as const),
  ]);
  const subscriptionId = guidBy(dice);
  const filter = { ...(dice.oneIn(2) || services.length > 0 ? { services } : {}), regions };
  const profile = profileOf(dice.pick(['Vendor', 'Microsoft'] as const));
  if (dice.oneIn(3)) {
    const resource = `/subscriptions/${subscriptionId}/resourceGroups/rg/providers/Vendor.KeyVault/vaults/kv`;
    const parts = listResourceHealthEvents.parts({ resource, filter }, profile);
    return { operation: listResourceHealthEvents, parts, question, others: {} };
  }
  const start = momentBy(dice);
  const parts = listSubscriptionHealthEvents.parts({ subscriptionId, start, filter }, profile);
  return { operation: listSubscriptionHealthEvents, parts, question, others: { queryStartTime: dayBefore(start) } };
};

const FIELDS = ['startTime', 'endTime', 'status', 'durationMs', 'consumerEmail', 'synchronizationMode'] as const;

/** Document 2, Endpoints 2: all of the conditions, the orders as they come, and the vendor's mark as it was given. */
const synchronizationsBy = (dice: Dice): Asked => {
  const [status, consumerEmail] = [dice.oneIn(2) ? textBy(dice) : undefined, dice.oneIn(2) ? textBy(dice) : undefined];
  const mode = dice.pick([undefined, 'Incremental', 'FullSync'] as const);
  const [from, before] = [dice.oneIn(2) ? momentBy(dice) : undefined, dice.oneIn(2) ? momentBy(dice) : undefined];
  const skipToken = dice.oneIn(2) ? textBy(dice) : undefined;
  const order = several(dice, 3, () => ({ by: dice.pick(FIELDS), direction: dice.pick(['asc', 'desc'] as const) }));
  const wanted: readonly (readonly [string, string, string | undefined])[] = [
    ['status', 'eq', status],
    ['synchronizationMode', 'eq', mode],
    ['consumerEmail', 'eq', consumerEmail],
    ['startTime', 'ge', from === undefined ? undefined : new Date(from).toJSON()],
    ['startTime', 'lt', before === undefined ? undefined : new Date(before).toJSON()],
  ];
  const said = {
    ...(status === undefined ? {} : { status }),
    ...(mode === undefined ? {} : { mode }),
    ...(consumerEmail === undefined ? {} : { consumerEmail }),
    ...(from === undefined ? {} : { startedFrom: from }),
    ...(before === undefined ? {} : { startedBefore: before }),
  };
  const place = { subscriptionId: guidBy(dice), resourceGroup: 'rg', account: 'acc', share: 'share' };
  const asked = { ...place, filter: said, order, ...(skipToken === undefined ? {} : { skipToken }) };
  const words = order.map(({ by, direction }) => `${by} ${direction}`).join(',');
  return {
    operation: listShareSynchronizations,
    parts: listShareSynchronizations.parts(asked, profileOf('Vendor')),
    question: questionOf(
      'and',
      wanted.flatMap(([field, operator, value]) => (value === undefined ? [] : [[field, operator, value] as const])),
    ),
    others: { $skipToken: skipToken, $orderby: words || undefined },
  };
};

/** @returns what does not hold of one question about health events or the runs of a share, in words */
export const brokenQuestionLaws = (dice: Dice): string[] => {
  const { operation, parts, question, others } = dice.pick([healthBy, synchronizationsBy])(dice);
  const url = addressOf(freezeParts(operation, parts, profileOf('Vendor')), 'https://vendor.example');
  const { 'api-version': version, $filter, ...rest } = Object.fromEntries(url.searchParams);
  const read = $filter === undefined ? undefined : readFilter($filter);
  const wanted = { version: operation.version, question, ...others };
  const sent = { version, question: read, ...rest };
  const once = new Set(url.searchParams.keys()).size === [...url.searchParams].length;
  if (once && ordered(sent) === ordered(wanted) && ($filter === undefined) === (question === undefined)) return [];
  return [`${operation.id} asked ${url.search}, which is read as ${ordered(sent)}, not ${ordered(wanted)}`];
};

const ordered = (record: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(
    Object.entries(record)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .filter(([, value]) => value !== undefined),
  );
