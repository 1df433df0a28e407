/** Letters (UTF-16 units, two bytes each) of one message: 28 KB, the smallest figure that sources on Teams name. */
export const longestMessage = 14_336;

/** Why a text cannot be sent as one message; undefined: it can. */
export const whyTooLong = (text: string): string | undefined =>
  text.length > longestMessage
    ? `Too long for one message: ${text.length.toLocaleString('en')} of ${longestMessage.toLocaleString('en')} letters.`
    : undefined;
