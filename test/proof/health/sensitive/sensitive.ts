import { HOUR } from '../../../../src/lib/clock.ts';
import { personalChat } from '../../../support/steward.ts';
import { diceOf, inLanes } from '../../lanes.ts';
import type { Proof } from '../../proof.ts';
import { brokenSecretLaws } from './laws.ts';
import { type Planted, plantedBy, tell } from './planted.ts';
import { openSensitiveStage, type SensitiveStage } from './stage.ts';

/** Events, in waves on a bot of their own. */
const EVENTS = 400;
const WAVE = 8;
/** Waves on one store. */
const WORN = 4;

const isHiddenAt = ({ secrecy }: Planted, step: number): boolean =>
  secrecy === 'always' || secrecy === 'unsaid' || (secrecy === 'later' && step >= 2);

/** Lets the bot hear of events with planted words in four steps, and people press and ask. @returns what does not hold */
const play = async (stage: SensitiveStage, events: readonly Planted[]): Promise<string[]> => {
  const { steward, vendor } = stage;
  const { clock } = steward;
  const startedAt = clock.now() - HOUR;
  const beforeLog = stage.log().length;
  const beforeSent = stage.sent().length;
  const answers: string[] = [];
  const goOn = async (step: number): Promise<void> => {
    const told = events.map((planted) => {
      const sensitive = isHiddenAt(planted, step);
      const at = { at: clock.now(), startedAt };
      return {
        planted,
        sensitive,
        record: tell(planted, { step, sensitive, spread: step > 0, over: step > 2, ...at }),
      };
    });
    vendor.tell(told);
    if (step === 1) vendor.stumble();
    await stage.rest();
  };

  await goOn(0);
  // Then the hour's digest.
  clock.advance(HOUR);
  await stage.rest();
  await goOn(1);
  for (const { name, secrecy } of events.filter((_, n) => n % 2 === 0)) {
    await stage.press('bo', name, 'alert.acknowledge');
    const answer = await stage.press('ana', name, 'health.details');
    if (secrecy === 'always' || secrecy === 'unsaid') answers.push(answer);
  }
  await goOn(2);
  const sentBefore = stage.sent().length - beforeSent;
  clock.advance(HOUR);
  await stage.rest();
  const asked = events.filter((planted, n) => n % 3 !== 0 && isHiddenAt(planted, 2)).map(({ name }) => name);
  for (const name of asked) answers.push(await stage.press('cy', name, 'health.details'));
  for (const [n, { name }] of events.entries()) {
    if (n % 3 === 0) answers.push(await stage.press('di', name, 'health.details'));
    answers.push(await stage.ask('ana', `why ${name}`));
  }
  answers.push(await stage.ask('bo', 'health payments'), await stage.ask('bo', 'health vault'));
  await goOn(3);
  clock.advance(HOUR);
  await stage.rest();

  return brokenSecretLaws({
    events,
    permitted: personalChat('cy'),
    standing: await stage.standing(),
    sent: stage.sent().slice(beforeSent),
    sentBefore,
    answers,
    log: stage.log().slice(beforeLog),
    rows: await stage.rows(),
    bytes: stage.bytes(),
    asked,
  });
};

/** Nothing that the vendor keeps secret is said, shown, stored or logged, but to the one who may have it. */
export const sensitive: Proof = {
  name: 'health-6',
  runs: EVENTS,
  async prove(options) {
    const { runs, seed, complain } = options;
    let made = 0;
    await inLanes(
      { ...options, runs: Math.ceil(runs / WAVE) },
      {
        worn: WORN,
        async open(store, kind) {
          const stage = await openSensitiveStage(store.url);
          return {
            async run(wave) {
              const first = (wave - 1) * WAVE;
              const dice = diceOf(seed, wave);
              const events = Array.from({ length: Math.min(WAVE, runs - first) }, (_, n) =>
                plantedBy(dice, first + n + 1),
              );
              const wrong = await play(stage, events).catch((error: Error) => [error.message]);
              for (const words of wrong) complain({ run: first + 1, at: `${kind}, wave ${wave}`, words });
              made += events.length;
              return wrong.length === 0;
            },
            end: () => stage.end(),
          };
        },
      },
    );
    return made;
  },
};
