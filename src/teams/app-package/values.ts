import { z } from 'zod';

const https = z
  .string()
  .regex(/^https:\/\//, 'must be an https address')
  .refine((url) => URL.canParse(url), 'must be an https address');

/** The organisation's values for the manifest's `${{…}}`. */
const packageValues = z.object({
  TEAMS_APP_ID: z.guid("must be the app's own id in Teams, a GUID that never changes"),
  MicrosoftAppId: z.guid("must be the bot's app id, a GUID"),
  DEVELOPER_NAME: z.string().min(1, 'must not be empty').max(32, 'must have at most 32 characters'),
  DEVELOPER_URL: https,
  PRIVACY_URL: https,
  TERMS_URL: https,
  /** Steward's own address and its Application ID URI, where people sign in to confirm decisions. */
  PUBLIC_URL: https.optional(),
  MicrosoftAppIdUri: z
    .string()
    .regex(/^api:\/\//, 'must be an Application ID URI, as api://…')
    .optional(),
});

export type PackageValues = z.infer<typeof packageValues>;

/** @returns the values, or every problem at once, without values */
export const readPackageValues = (
  given: Readonly<Record<string, string | undefined>>,
): { readonly values: PackageValues } | { readonly problems: readonly string[] } => {
  const read = packageValues.safeParse(given);
  if (read.success) return { values: read.data };
  const wrong = new Map(read.error.issues.map(({ path, message }) => [String(path[0]), message]));
  return {
    problems: [...wrong].map(([name, message]) =>
      given[name] === undefined ? `${name} is missing` : `${name} is wrong: it ${message}`,
    ),
  };
};
