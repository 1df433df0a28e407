import { type After, SECOND } from '#platform/lib/clock.ts';
import type { Connector, ConversationRef } from '#teams/connector/connector.ts';

/** From then on a message without an answer shows that Steward is typing. */
export const TYPING_AFTER_MS = SECOND;

/** Teams shows it for three seconds, and asks that it be sent no more often. */
export const TYPING_EVERY_MS = 3 * SECOND;

/** The answer goes after it, so it must not take long. */
const DEADLINE_MS = SECOND;

export interface Typing {
  /** Does the work, and shows that Steward is typing while it takes long. What becomes of that changes nothing of the work. */
  during<T>(at: ConversationRef, work: () => Promise<T>): Promise<T>;
}

export const createTyping = ({ send }: Pick<Connector, 'send'>, after: After): Typing => {
  /** Not where the conversation is at its rate limit: the answer needs the room. */
  const show = (at: ConversationRef): Promise<unknown> =>
    send(at, { typing: true }, { patient: false, deadlineMs: DEADLINE_MS }).catch(() => {});

  return {
    async during(at, work) {
      let isOver = false;
      let cancel = (): void => {};
      const showIn = (ms: number): void => {
        cancel = after(ms, async () => {
          await show(at);
          if (!isOver) showIn(TYPING_EVERY_MS);
        });
      };
      showIn(TYPING_AFTER_MS);
      try {
        return await work();
      } finally {
        isOver = true;
        cancel();
      }
    },
  };
};
