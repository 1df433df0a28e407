/** Numbers from 0 to under 1 that are the same for the same seed (a 32-bit linear congruential generator, high bits first). */
export const seededRandom = (seed: number): (() => number) => {
  let state = (Math.imul(seed, 2_654_435_761) + 1) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return ((state >>> 8) ^ (state & 0xff)) / 2 ** 24;
  };
};
