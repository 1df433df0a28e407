import { AppError } from '#platform/lib/errors.ts';

const cause = new Error('socket hang up');
const error = new AppError({ code: 'Vendor.Lost', text: 'vendor.error.lost', values: { seconds: 3 }, cause });

it('carries the code, the key of its text and the values for it', () => {
  expect(error).toMatchObject({ code: 'Vendor.Lost', textKey: 'vendor.error.lost', values: { seconds: 3 } });
});

it('is worth no retry unless it says so', () => {
  expect(error.retryable).toBe(false);
});

it('keeps what caused it', () => {
  expect(error.cause).toBe(cause);
});

it('names its code and key in its message, and no value that somebody typed', () => {
  expect(new AppError({ code: 'A.B', text: 'bot.error.fault', values: { typed: 'hunter2' } }).message).toBe(
    'A.B (bot.error.fault)',
  );
});

it('is told apart from faults of ours by its class', () => {
  expect(error).toBeInstanceOf(AppError);
  expect(cause).not.toBeInstanceOf(AppError);
});
