import { nameKinds } from '#engine/alerts/feed/signal.ts';
import type { TextName } from '#platform/texts/texts.ts';
import { parseUntil } from './parse-options.ts';

/** Forms in dialogs: the vendor's next update edits the card and closes no dialog. They are opened with the card's id. */
export const SNOOZE_FORM = 'alerts.snooze';
export const MUTE_FORM = 'alerts.mute';

/** The lengths in the form, as `parseUntil` takes them. */
export const snoozes: readonly (readonly [name: TextName<'alerts.snooze.for'>, length: string])[] = [
  ['hour', '1 hour'],
  ['hours', '4 hours'],
  ['morning', 'tomorrow 8:00'],
  ['days', '3 days'],
];
/** The same; a mute without one lasts until somebody ends it. */
export const mutes: readonly (readonly [name: TextName<'alerts.mute.for'>, length: string])[] = [
  ['open', ''],
  ['hours', '4 hours'],
  ['day', '1 day'],
  ['week', '7 days'],
];

/** @param now milliseconds since 1970 @returns undefined for no such choice */
export const snoozeEnd = (choice: string, now: number, zone: string): number | undefined =>
  parseUntil(new Map<string, string>(snoozes).get(choice) ?? '', now, zone);

/** A choice of what to mute, such as `service:<name>`. */
const muteChoice = /^([a-z]+):(.+)$/s;

/** @returns undefined for no such choice */
export const parseMuteChoice = (choice: string) => {
  const [, kind, name = ''] = muteChoice.exec(choice) ?? [];
  const what = nameKinds.find((one) => one === kind);
  return what && { what, name };
};

/** @returns undefined for a mute without an end */
export const muteEnd = (choice: string, now: number, zone: string): number | undefined =>
  parseUntil(new Map<string, string>(mutes).get(choice) ?? '', now, zone);
