import { HOUR } from '../../../src/platform/lib/clock.ts';
import { personalChat } from '../../../test/support/steward.ts';
import { defineProof } from '../../lib/define-proof.ts';
import { openSensitiveEnvironment, type SensitiveEnvironment } from './environment.ts';
import { type Evidence, secretViolations } from './invariants.ts';
import { type SecretEvent, secretEventOf, tell } from './secrets.ts';

const isHiddenAt = ({ secrecy }: SecretEvent, step: number): boolean =>
  secrecy === 'always' || secrecy === 'unsaid' || (secrecy === 'later' && step >= 2);

/** Plays events with marks in four steps, with presses and commands of people. */
const play = async (environment: SensitiveEnvironment, events: readonly SecretEvent[]): Promise<Evidence> => {
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

  return {
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
  };
};

/** No sensitive text is posted, shown, stored or logged, except to the person with the right. */
export const sensitive = defineProof({
  name: 'health-6',
  says: 'secrets of the vendor reach only the person who may have them',
  short: { runs: 5, seed: 4 },
  runs: 400,
  together: () => 8,
  runsEach: 4,
  plan: (dice, first, _seed, { count }) => Array.from({ length: count }, (_, n) => secretEventOf(dice, first + n)),
  world: ({ url }) => openSensitiveEnvironment(url),
  evidence: play,
  laws: { 'no secret is where it may not be': secretViolations },
});
