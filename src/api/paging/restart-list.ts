import { VendorError } from '../errors/errors.ts';

/**
 * A list to its end; where the vendor has forgotten a page, as its tokens do not live for ever, once more from the
 * start, so some may come twice.
 * @throws VendorError
 */
export async function* restartable<T>(list: () => AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* list();
  } catch (error) {
    if (!isForgottenPage(error)) throw error;
    yield* list();
  }
}

const isForgottenPage = (error: unknown): boolean =>
  error instanceof VendorError && error.status === 400 && error.vendorCode.toLowerCase() === 'invalidskiptoken';
