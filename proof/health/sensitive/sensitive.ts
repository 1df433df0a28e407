import { HOUR } from '../../../src/platform/lib/clock.ts';
import { personalChat } from '../../../test/support/steward.ts';
import type { Proof } from '../../proof.ts';
import { proveOnStores } from '../../prove-on-stores.ts';
import { diceOf } from '../../run-on-stores.ts';
import { openSensitiveEnvironment, type SensitiveEnvironment } from './environment.ts';
import { secretViolations } from './invariants.ts';
import { type SecretEvent, secretEventOf, tell } from './secrets.ts';

/** Events, in batches on a bot of their own. */
const EVENTS = 400;
const BATCH = 8;

const isHiddenAt = ({ secrecy }: SecretEvent, step: number): boolean =>
  secrecy === 'always' || secrecy === 'unsaid' || (secrecy === 'later' && step >= 2);

/** Plays events with marks in four steps, with presses and commands of people. @returns the violations */
const play = async (environment: SensitiveEnvironment, events: readonly SecretEvent[]): Promise<string[]> => {
  const { steward, vendor } = environment;
  const { clock } = steward;
  const startedAt = clock.now() - HOUR;
  const beforeLog = environment.log().length;
  const beforeSent = environment.sent().length;
  const answers: string[] = [];
  const goOn = async (step: number): Promise<void> => {
    const told = events.map((secret) => {
      const sensitive = isHiddenAt(secret, step);
      const at = { at: clock.now(), startedAt };
      return {
        secret,
        sensitive,
        record: tell(secret, { step, sensitive, spread: step > 0, over: step > 2, ...at }),
      };
    });
    vendor.tell(told);
    if (step === 1) vendor.stumble();
    await environment.rest();
  };

  await goOn(0);
  // Then the hourly digest.
  clock.advance(HOUR);
  await environment.rest();
  await goOn(1);
  for (const { name, secrecy } of events.filter((_, n) => n % 2 === 0)) {
    await environment.press('bo', name, 'alert.acknowledge');
    const answer = await environment.press('ana', name, 'health.details', 'cy');
    if (secrecy === 'always' || secrecy === 'unsaid') answers.push(answer);
  }
  await goOn(2);
  const sentBefore = environment.sent().length - beforeSent;
  clock.advance(HOUR);
  await environment.rest();
  const asked = events.filter((secret, n) => n % 3 !== 0 && isHiddenAt(secret, 2)).map(({ name }) => name);
  for (const name of asked) answers.push(await environment.press('cy', name, 'health.details'));
  for (const [n, { name }] of events.entries()) {
    if (n % 3 === 0) answers.push(await environment.press('di', name, 'health.details', 'cy'));
    answers.push(await environment.ask('ana', `why ${name}`));
  }
  answers.push(await environment.ask('bo', 'health payments'), await environment.ask('bo', 'health vault'));
  await goOn(3);
  clock.advance(HOUR);
  await environment.rest();

  return secretViolations({
    events,
    permitted: personalChat('cy'),
    standing: await environment.standing(),
    sent: environment.sent().slice(beforeSent),
    sentBefore,
    answers,
    log: environment.log().slice(beforeLog),
    rows: await environment.rows(),
    bytes: environment.bytes(),
    asked,
  });
};

/** No sensitive text is posted, shown, stored or logged, except to the person with the right. */
export const sensitive: Proof = {
  name: 'health-6',
  says: 'secrets of the vendor reach only the person who may have them',
  short: { runs: 5, seed: 4 },
  runs: EVENTS,
  async prove(options) {
    const { runs, seed } = options;
    let made = 0;
    const firstOf = (batch: number): number => (batch - 1) * BATCH + 1;
    await proveOnStores(options, {
      runs: Math.ceil(runs / BATCH),
      runsPerEnvironment: 4,
      numberOf: firstOf,
      at: (batch, kind) => `${kind}, batch ${batch}`,
      async open({ url }) {
        const environment = await openSensitiveEnvironment(url);
        return {
          run(batch) {
            const dice = diceOf(seed, batch);
            const first = firstOf(batch);
            const length = Math.min(BATCH, runs - first + 1);
            made += length;
            return play(
              environment,
              Array.from({ length }, (_, n) => secretEventOf(dice, first + n)),
            );
          },
          end: environment.end,
        };
      },
    });
    return made;
  },
};
