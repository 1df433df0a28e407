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

/** Values that fill the placeholders of a text. */
export type TextValues = Readonly<Record<string, string | number | boolean | Date>>;

export interface AppErrorOptions {
  /** Stable, for programs and for searching: `Vendor.Throttled`, `Policy.NotAllowed`. */
  readonly code: string;
  /** Key of the text that tells a person what happened and what to do next (src/platform/texts). */
  readonly text: TextKey;
  readonly values?: TextValues;
  /** True when the same call may succeed later without a change. */
  readonly retryable?: boolean;
  readonly cause?: unknown;
}

/** The only error that features and layers throw on purpose; every other error is a bug. */
export class AppError extends Error {
  override readonly name: string = 'AppError';
  readonly code: string;
  readonly textKey: TextKey;
  readonly values: TextValues;
  readonly retryable: boolean;

  constructor(options: AppErrorOptions) {
    super(`${options.code} (${options.text})`, { cause: options.cause });
    this.code = options.code;
    this.textKey = options.text;
    this.values = options.values ?? {};
    this.retryable = options.retryable ?? false;
  }
}
