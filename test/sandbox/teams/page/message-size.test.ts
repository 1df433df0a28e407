import { MAX_PAYLOAD_BYTES } from '../../../../src/cards/define-card.ts';
import { longestMessage, whyTooLong } from '../../../../src/sandbox/teams/page/text/message-size.ts';

it('the longest message is as long as the payload limit of the bot, and one letter more is refused', () => {
  expect(longestMessage * 2).toBe(MAX_PAYLOAD_BYTES);
  expect(whyTooLong('x'.repeat(longestMessage))).toBeUndefined();
  expect(whyTooLong('x'.repeat(longestMessage + 1))).toBe('Too long for one message: 14,337 of 14,336 letters.');
});
