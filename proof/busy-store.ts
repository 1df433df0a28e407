/** How often a run is made at most. */
export const MOST_TRIES = 3;

/** The code that the store's own limits have in errors and on cards. */
const BUSY = /\bStore\.Busy\b/;

/** Whether all that was found is that the machine was too busy for the store's limits: such a run shows nothing and is made again. */
export const isOnlyBusy = (wrong: readonly string[]): boolean =>
  wrong.length > 0 && wrong.every((words) => BUSY.test(words));
