import { createWrongClock } from '#bot/gate/wrong-clock.ts';
import { createServerTime } from '#platform/http/exchange.ts';
import { HOUR, MINUTE, SECOND } from '#platform/lib/clock.ts';
import { silentLog } from '#platform/lib/logger.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { authorizationOf, createKeyServer, gateOver, startedAt, validParts } from './channel.ts';

const begin = () => {
  const clock = createManualClock();
  let passed = 0;
  const elapsed = () => passed;
  const time = createServerTime(clock, elapsed);
  const wrong = createWrongClock({ time, log: silentLog, elapsed });
  const found: number[] = [];
  wrong.onFound((aheadMs) => found.push(aheadMs));
  const pass = (ms: number) => {
    passed += ms;
    clock.advance(ms);
  };
  const hear = () => time.heard(new Date(clock.now()).toUTCString());
  return { clock, pass, hear, wrong, found };
};

it.each([
  ['an hour ahead', HOUR, 'expiry'],
  ['an hour behind', -HOUR, 'not-before'],
  ['six minutes behind', -6 * MINUTE, 'timestamp'],
])('a refusal for its time while the clock is %s is reported with the difference', (_name, jump, check) => {
  const { clock, pass, hear, wrong, found } = begin();
  hear();
  pass(10 * MINUTE);
  clock.advance(jump);
  wrong.refused(check);
  expect(found).toEqual([jump]);
});

it.each([
  ['for another reason', HOUR, 'signature'],
  ['of an old token while the clocks agree', 30 * SECOND, 'expiry'],
])('a refusal %s is not reported', (_name, jump, check) => {
  const { clock, hear, wrong, found } = begin();
  hear();
  clock.advance(jump);
  wrong.refused(check);
  expect(found).toEqual([]);
});

it('a refusal before any server time is known is not reported', () => {
  const { clock, wrong, found } = begin();
  clock.advance(HOUR);
  wrong.refused('expiry');
  expect(found).toEqual([]);
});

it('many refusals are reported once an hour', () => {
  const { clock, pass, hear, wrong, found } = begin();
  hear();
  clock.advance(HOUR);
  for (let n = 0; n < 50; n += 1) wrong.refused('expiry');
  expect(found).toHaveLength(1);
  pass(HOUR);
  wrong.refused('expiry');
  expect(found).toHaveLength(2);
});

it.each([
  ['two hours ahead', 2 * HOUR],
  ['an hour behind', -HOUR],
])('a valid turn at a clock %s is refused, and reported once', async (_name, jump) => {
  const keyServer = createKeyServer();
  const parts = await validParts();
  keyServer.serve([parts.served]);
  const clock = createManualClock(startedAt);
  const time = createServerTime(clock);
  const wrong = createWrongClock({ time, log: silentLog });
  const found: number[] = [];
  wrong.onFound((aheadMs) => found.push(Math.round(aheadMs / MINUTE) * MINUTE));
  time.heard(new Date(startedAt).toUTCString());
  clock.advance(jump);
  const gate = gateOver(keyServer, clock, undefined, wrong.refused);
  for (let n = 0; n < 2; n += 1) {
    const turn = gate.verify(authorizationOf(parts)).then((admit) => admit(parts.body));
    await expect(turn).rejects.toThrow('refused');
  }
  expect(found).toEqual([jump]);
});
