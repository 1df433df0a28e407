import type { TranslateDeps } from '#features/translation/translator/context.ts';
import { translate } from '#features/translation/translator/translate.ts';
import { AppError } from '#platform/lib/errors.ts';
import { pretend } from '../../../support/pretended-translator.ts';
import { asker, createTranslating, orderOf } from '../../../support/translating.ts';

const order = orderOf('The ledger is down, and nobody in payments can post a booking.', ['de'], { from: 'en' });

/** Runs an order that fails. @returns the error and the number of requests */
const ended = async (extra: Partial<TranslateDeps>) => {
  let calls = 0;
  const { deps, meter } = createTranslating(
    async (question) => {
      calls += 1;
      return pretend(question);
    },
    [],
    extra,
  );
  const error = await translate(order, asker, deps).catch((thrown: unknown) => thrown);
  return { calls, meter, error };
};

describe('no request is sent', () => {
  it('while the process ends; the next one continues at once', async () => {
    const { calls, error } = await ended({ stopping: () => true, now: () => 5, parked: { away: 2 } });
    expect(calls).toBe(0);
    expect(error).toMatchObject({ next: { is: 'park', until: 5, why: 'stopping', parked: { away: 2 } } });
  });

  it('after the deadline of the order', async () => {
    const { calls, error } = await ended({ endBy: 5, now: () => 5 });
    expect(calls).toBe(0);
    expect(error).toMatchObject({ code: 'Translation.TooLate', next: { is: 'stop' } });
  });

  it('that a budget does not cover', async () => {
    const refusal = new AppError({ code: 'Translation.Budget', text: 'translation.fault.quota' });
    const meter = {
      foresee: () => Promise.reject(refusal),
      reserve: jest.fn(),
      saved: async () => {},
      charged: async () => 0,
    };
    expect(await ended({ meter })).toMatchObject({ calls: 0, error: refusal });
  });
});

it('a request that a budget refuses between two tries stays counted', async () => {
  const refusal = new AppError({ code: 'Translation.Budget', text: 'translation.fault.quota' });
  const settled: (number | undefined)[] = [];
  const reservation = {
    again: () => Promise.reject(refusal),
    settle: async (charged: number | undefined) => void settled.push(charged),
  };
  const { error } = await ended({
    meter: { foresee: async () => {}, saved: async () => {}, charged: async () => 0, reserve: async () => reservation },
    async call(question, { beforeTry }) {
      await beforeTry?.(1, false);
      await beforeTry?.(2, true);
      return pretend(question);
    },
  });
  expect({ error, settled }).toEqual({ error: refusal, settled: [undefined] });
});

it.each([
  ['a custom system', { category: 'payments' }, 125_000],
  ['the general system', {}, 20_000],
])('a request to %s has its own deadline', async (_, extra, deadlineMs) => {
  const call = jest.fn<ReturnType<TranslateDeps['call']>, Parameters<TranslateDeps['call']>>(async (question) =>
    pretend(question),
  );
  const { deps } = createTranslating(call);
  await translate({ ...order, ...extra }, asker, deps);
  expect(call.mock.calls[0]?.[1]).toMatchObject({ deadlineMs });
});
