import type { SignInRefusal } from '#platform/identity/sign-in-refusal.ts';
import type { TextKey } from '#platform/lib/text-key.ts';

/** Who has to correct what. The numbers may change without notice: for any other the general text is true. */
const byNumber: ReadonlyMap<number, TextKey> = new Map<number, TextKey>([
  [7000215, 'vendor.error.signInSecret'],
  [7000222, 'vendor.error.signInSecretExpired'],
  [700016, 'vendor.error.signInApplication'],
  [7000112, 'vendor.error.signInApplication'],
  [90002, 'vendor.error.signInTenant'],
  [900023, 'vendor.error.signInTenant'],
  [500011, 'vendor.error.signInResource'],
  [1002012, 'vendor.error.signInResource'],
  [53003, 'vendor.error.signInBlocked'],
]);

/** What people read of a sign-in that refused. */
export const signInText = (refusal: SignInRefusal | undefined): TextKey =>
  byNumber.get(refusal?.number ?? 0) ?? 'vendor.error.signIn';
