import { explain } from '#cli/doctor/explain.ts';
import { errorFromFailure } from '#cloud/errors/errors.ts';
import { HttpFailure } from '#platform/http/message.ts';

const throttled = new HttpFailure('throttled', 'a.example', { retryAfterMs: 30_000 });
const unreadable = new HttpFailure('unreadable', 'a.example');
const lost = new HttpFailure('lost', 'a.example');

it.each([
  ['a pause that the vendor asks for', errorFromFailure(throttled, 'c', true), 'vendor.error.throttled'],
  ['a pause that another server asks for', throttled, 'http.error.throttled'],
  ['an answer in an encoding', errorFromFailure(unreadable, 'c', true), 'vendor.error.malformed'],
  ['a lost answer', errorFromFailure(lost, 'c', true), 'doctor.network.unanswered'],
])('%s is told as what it is', (_what, error, text) => {
  expect(explain(error)).toEqual([expect.objectContaining({ text })]);
});
