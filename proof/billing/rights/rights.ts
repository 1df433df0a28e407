import type { InvokeResult } from '../../../sandbox/teams/api.ts';
import type { PersonKey } from '../../../sandbox/world.ts';
import { HOUR } from '../../../src/platform/lib/clock.ts';
import { rowsOf } from '../../../test/support/billing.ts';
import { buttonsOf } from '../../../test/support/card-view.ts';
import { channels, personalChat } from '../../../test/support/steward.ts';
import { ask } from '../../../test/support/story.ts';
import { defineProof } from '../../lib/define-proof.ts';
import type { Dice } from '../../lib/dice.ts';
import {
  chatOf,
  openRightsEnvironment,
  type Place,
  people,
  places,
  type Rights,
  type RightsEnvironment,
  rightsViolations,
} from './environment.ts';

const names = Object.keys(channels) as (keyof typeof channels)[];
const most = <T>(dice: Dice, all: readonly T[]): T[] => all.filter(() => !dice.oneIn(3));

/** Often only this person or only this place is left out, so that nothing else stands before that. */
const rightsBy = (dice: Dice, as: PersonKey, place: Place): Rights => {
  const less = dice.pick(['person', 'place', 'anybody', 'anybody', 'nobody']);
  if (less === 'anybody') return { see: most(dice, people), channels: most(dice, names) };
  return {
    see: less === 'person' ? people.filter((one) => one !== as) : people,
    channels: less === 'place' ? names.filter((one) => one !== place) : names,
  };
};

const WORDS = ['', ' sort largest first', ' family Compute', ' refunds', ' charges search gateway'] as const;

/** Where amounts may stand under these rights. */
const placesOf = ({ see, channels: allowed }: Rights): ReadonlySet<string> =>
  new Set([...see.map(personalChat), ...allowed.map((name) => channels[name])]);

const said = ({ body }: InvokeResult): string => JSON.stringify(body?.value ?? '');

interface Done {
  readonly what: string;
  readonly answer: string;
  /** Whether amounts were asked for. */
  readonly shows: boolean;
  /** Whether a file is to come of it; undefined where it is not about one. */
  readonly brings?: boolean;
}

/** Somebody asks for the invoice. */
const askAt = async ({ steward }: RightsEnvironment, dice: Dice, as: PersonKey, place: Place): Promise<Done> => {
  const text = `transactions november${dice.pick(WORDS)}`;
  const message = await ask(steward, as, text, { where: chatOf(as, place) });
  return {
    what: `${as} asks “${text}” in ${place}`,
    answer: JSON.stringify(message.cards),
    shows: !text.includes('Compute'),
  };
};

/** Somebody presses something of the newest card there; undefined where there is none. */
const pressAt = async (
  environment: RightsEnvironment,
  dice: Dice,
  as: PersonKey,
  place: Place,
): Promise<Done | undefined> => {
  const { teams } = environment.steward;
  const card = await environment.card(chatOf(as, place));
  if (!card) return undefined;
  const rows = rowsOf(card).map(({ verb, data }) => ({ verb, data }));
  const buttons = buttonsOf(card).filter(({ verb }) => verb.startsWith('billing.') && verb !== 'billing.again');
  const { verb, data } = dice.pick(rows.length > 0 && dice.oneIn(2) ? rows : buttons);
  const answer = said(await teams.act(as, card.id, verb, data));
  return { what: `${as} presses ${verb} in ${place}`, answer, shows: false };
};

/** Somebody asks for a file. */
const exportAt = async ({ steward }: RightsEnvironment, as: PersonKey, place: Place): Promise<Done> => {
  const message = await ask(steward, as, 'export november', { where: chatOf(as, place) });
  return { what: `${as} exports in ${place}`, answer: JSON.stringify(message.cards), shows: false };
};

/** A file that waits for an answer: from whom it is for or from a stranger, in time or late. */
const consentAt = async (environment: RightsEnvironment, dice: Dice, { see }: Rights): Promise<Done | undefined> => {
  const { teams, clock } = environment.steward;
  const all = await Promise.all(
    people.map(async (owner) => (await teams.messages(personalChat(owner))).map((message) => ({ owner, message }))),
  );
  const asked = all.flat().filter(({ message }) => message.consents?.some(({ state }) => state === 'asked'));
  if (asked.length === 0) return undefined;
  const { owner, message } = dice.pick(asked);
  if (dice.oneIn(4)) clock.advance(HOUR);
  const late = clock.now() - Date.parse(message.at) >= HOUR;
  const by = dice.oneIn(4) ? dice.pick(people) : owner;
  // The sandbox's Teams lets no stranger answer; the bot is asked all the same where it does.
  const answer = await teams.consent(by, message.id, 0, true).then(said, () => '');
  const brings = by === owner && !late && see.includes(owner);
  return { what: `${by} says yes to a file of ${owner}${late ? ', late' : ''}`, answer, shows: false, brings };
};

const play = async (environment: RightsEnvironment, dice: Dice): Promise<string[]> => {
  const [as, place] = [dice.pick(people), dice.pick(dice.oneIn(2) ? places : (['finance', 'own'] as const))];
  const rights = rightsBy(dice, as, place);
  await environment.allow(rights);
  environment.steward.clock.advance(60_000);
  environment.sent();
  environment.log();
  const consented = dice.oneIn(3) ? await consentAt(environment, dice, rights) : undefined;
  const pressed = !consented && dice.oneIn(2) ? await pressAt(environment, dice, as, place) : undefined;
  const asked = dice.oneIn(4) ? () => exportAt(environment, as, place) : () => askAt(environment, dice, as, place);
  const done = consented ?? pressed ?? (await asked());
  await environment.rest();
  const sees = rights.see.includes(as);
  const stands = place === 'own' || rights.channels.includes(place);
  const allowedIn = placesOf(rights);
  const evidence = {
    ...{ ...done, allowed: sees && (stands || pressed === undefined), places: allowedIn, brings: done.brings },
    ...{ standing: await environment.standing(allowedIn), files: await environment.files() },
    ...{ sent: environment.sent(), log: environment.log(), rows: await environment.rows() },
  };
  return rightsViolations(evidence, environment.amounts);
};

/** Amounts reach only those who may see them, there where they may stand, by the policy of that moment; no log and no other row has one. */
export const rights = defineProof({
  name: 'billing-8',
  says: 'amounts reach only people and places that may have them',
  short: { runs: 6, seed: 2, on: 'sqlite' },
  runs: 400,
  runsEach: 40,
  plan: (dice) => dice,
  world: ({ url }) => openRightsEnvironment(url),
  evidence: play,
  laws: { 'amounts are only where they may be': (wrong) => wrong },
});
