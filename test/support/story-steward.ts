import { readFileSync } from 'node:fs';
import type { MessageView } from '../../sandbox/teams/api.ts';
import type { AnyPersonKey } from '../../sandbox/world.ts';
import { pressTitled, says } from './billing.ts';
import { fastCardOf, withFastClock } from './fast-clock.ts';
import * as views from './own-views.ts';
import { type Steward, type StewardOptions, startSteward, wordsOf } from './steward.ts';
import { inStore } from './store-invariants.ts';
import * as story from './story.ts';

type Rest<F> = F extends (s: never, ...rest: infer R) => unknown ? R : never;

const bind =
  <R extends readonly unknown[], Result>(s: Steward, step: (s: Steward, ...rest: R) => Result) =>
  (...rest: R): Result =>
    step(s, ...rest);

/** The steps of `story.ts` as methods; `cardSoon` waits with a fast clock. */
const stepsOf = (s: Steward) => ({
  ask: bind(s, story.ask),
  cardOf: bind(s, story.cardOf),
  cardSoon: fastCardOf(s),
  formOf: bind(s, story.formOf),
  lookAt: bind(s, views.lookAt),
  listedRole: bind(s, story.listedRole),
  offeredTo: bind(s, views.offeredTo),
  press: bind(s, story.press),
  pressAnyway: bind(s, story.pressAnyway),
  pressUnoffered: bind(s, views.pressUnoffered),
  pressApprove: bind(s, story.pressApprove),
  pressDeny: bind(s, story.pressDeny),
  pressForForm: bind(s, story.pressForForm),
  sendForm: bind(s, story.sendForm),
  sendRequest: bind(s, story.sendRequest),
  sentRequests: bind(s, story.sentRequests),
  sentSchedule: bind(s, story.sentSchedule),
  says: bind(s, says),
  requestRole: bind(s, story.requestRole),
  requestRoleAnswer: bind(s, story.requestRoleAnswer),
  requestApproved: bind(s, story.requestApproved),
  /** Everything that can be read in the answer to a message. */
  reply: async (...message: Rest<typeof story.ask>): Promise<string> => wordsOf(await story.ask(s, ...message)),
  /** What the person reads after a press of the button with this title. */
  pressTitled: async (...button: Rest<typeof pressTitled>): Promise<string> =>
    story.answerOf(await pressTitled(s, ...button)),
  /** Waits for the newest message of a conversation with these words, or for which this holds. */
  message: (
    where: string,
    has: string | ((message: MessageView) => unknown),
    as?: AnyPersonKey,
  ): Promise<MessageView> =>
    s.until(`a message with ${has} in ${where}`, async () =>
      (await s.teams.messages(where, as)).findLast((message) =>
        typeof has === 'string' ? wordsOf(message).includes(has) : has(message),
      ),
    ),
  /** @throws Error where the policy has no such text */
  replaceInPolicy: (text: string, by: string): Promise<void> =>
    s.writePolicy((policy) => {
      if (!policy.includes(text)) throw new Error(`the policy has no ${text}`);
      return policy.replace(text, by);
    }),
  fast: <T>(wait: () => Promise<T>): Promise<T> => withFastClock(s, wait),
  inStore: <T>(read: Parameters<typeof inStore<T>>[1]): Promise<T> => inStore(s, read),
});

/** A bot with the steps of a story as methods. */
export type StorySteward = Steward & ReturnType<typeof stepsOf>;

/**
 * The bot of a test file's stories: it starts before the first and ends after the last one. Before each story the vendor
 * and Teams have no faults and the rate windows are empty; after each the policy is as it was.
 * @param options a function where they are known only when the bot starts
 */
export const steward = (options: StewardOptions | (() => StewardOptions) = {}): StorySteward => {
  const s: StorySteward = Object.create(null);
  Object.assign(s, stepsOf(s));
  let policy = '';
  beforeAll(async () => {
    const running = await startSteward(typeof options === 'function' ? options() : options);
    Object.defineProperties(s, Object.getOwnPropertyDescriptors(running));
    policy = readFileSync(s.policyFile, 'utf8');
  });
  beforeEach(() => story.freshStory(s));
  afterEach(async () => {
    if (readFileSync(s.policyFile, 'utf8') !== policy) await s.writePolicy(() => policy);
  });
  afterAll(() => s.end());
  return s;
};
