import type { TextKey } from './text-key.ts';

/** Values that fill the placeholders of a text. */
export type TextValues = Readonly<Record<string, string | number | boolean | Date>>;

export interface AppErrorOptions {
  /** Stable, for programs and for people who search: `Vendor.Throttled`, `Policy.NotAllowed`. */
  readonly code: string;
  /** Key of the text that tells a person what happened and what to do next (src/texts). */
  readonly text: TextKey;
  readonly values?: TextValues;
  /** True when the same call may succeed later without anybody changing anything. */
  readonly retryable?: boolean;
  readonly cause?: unknown;
}

/** The one error that features and layers throw on purpose; everything else is a fault of ours. */
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
