import { nameKinds } from '#engine/alerts/feed/signal.ts';
import type { Mute } from '#engine/alerts/watch/watch.ts';
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

/** “service App Service” as typed, `service:App Service` as a choice. @returns undefined for anything else */
export const readMuteTarget = (text: string): Pick<Mute, 'what' | 'name'> | undefined => {
  const [front = '', word = ''] = /^(?:the\s+)?([a-z]+)(?::|\s+)(?=\S)/i.exec(text) ?? [];
  const what = nameKinds.find((kind) => kind === word.toLowerCase());
  return what && { what, name: text.slice(front.length) };
};

/** @returns undefined for a mute without an end */
export const muteEnd = (choice: string, now: number, zone: string): number | undefined =>
  parseUntil(new Map<string, string>(mutes).get(choice) ?? '', now, zone);
