/** Every text by its key. The texts are in a later layer: src/platform/texts/text-keys.ts adds them with `declare module`. */
// biome-ignore lint/suspicious/noEmptyInterface: filled in by the texts.
export interface TextsByKey {}

/** The key of an English text: `<area>.<section>.<name>`. A key without a text does not compile. */
export type TextKey = keyof TextsByKey;

/**
 * The names in a section of the texts: `TextName<'help.area'>` is `'billing' | 'health' | …`. With a suffix, only names with
 * that suffix, without it: of `delete.open` and `edit.title`, `TextName<'…', '.open'>` is `'delete'`.
 */
export type TextName<
  Section extends string,
  Ending extends string = '',
  Key = TextKey,
> = Key extends `${Section}.${infer Name}${Ending}` ? Name : never;
