import { z } from 'zod';
import { decodeManagementError, type ErrorDecoder } from '#cloud/errors/error-body.ts';
import type { ErrorMeaning } from '#cloud/errors/refusal-codes.ts';
import { defineOperation } from '#cloud/operation.ts';
import { lenient } from '#cloud/response/response.ts';
import { EMAIL_PATTERN } from '#platform/lib/email.ts';
import type { TextKey } from '#platform/lib/errors.ts';

const final = (text: TextKey): ErrorMeaning => ({ is: 'final', text });

/** The service's own codes (docs/sources.md, App management); all others have their usual meaning. */
const byCode: ReadonlyMap<string, ErrorMeaning> = new Map(
  Object.entries({
    badrequest: final('vendor.appManagement.badRequest'),
    unauthorized: final('vendor.appManagement.unauthorized'),
    forbidden: final('vendor.appManagement.forbidden'),
    notfound: final('vendor.appManagement.notFound'),
    notacceptable: final('vendor.appManagement.notAcceptable'),
    conflict: final('vendor.appManagement.conflict'),
  }),
);

const byStatus: Readonly<Record<number, ErrorMeaning>> = {
  401: final('vendor.appManagement.unauthorized'),
  403: final('vendor.appManagement.forbidden'),
  411: final('vendor.appManagement.lengthRequired'),
};

const RETIRED: ErrorMeaning = final('vendor.appManagement.retired');

/** The retired service's `{error: {code, message}}` (docs/sources.md, App management): 410, or a 404 without its code, means that it is gone. */
export const decodeAppManagementError: ErrorDecoder = (text, status) => {
  const body = decodeManagementError(text);
  const retired = status === 410 || (status === 404 && body.code === '');
  const meaning = retired ? RETIRED : (byCode.get(body.code.toLowerCase()) ?? byStatus[status]);
  return meaning ? { ...body, meaning } : body;
};

const common = {
  kind: 'single',
  version: 'v0.1',
  credential: 'appManagement',
  decodeError: decodeAppManagementError,
  section: 'App management',
} as const;

/** The owner of the token (docs/sources.md, App management). */
export const getUserProfile = defineOperation({
  ...common,
  id: 'getUserProfile',
  method: 'GET',
  path: '/v0.1/user',
  success: [200],
  retry: 'read',
  answer: lenient({
    id: z.string(),
    display_name: z.string().optional(),
    email: z.string(),
    name: z.string(),
    origin: z.string().optional(),
    avatar_url: z.string().optional(),
    can_change_password: z.boolean().optional(),
    permissions: z.array(z.string()).optional(),
  }),
  parts: (_nothing: Readonly<Record<string, never>>) => ({ path: {} }),
});

interface AppUser {
  /** A user or an organisation. */
  readonly ownerName: string;
  readonly appName: string;
  readonly userEmail: string;
}

/** Removes a user from an app. After a lost answer it may be repeated: NotFound then means done, at the first try that there is none. */
export const removeAppUser = defineOperation({
  ...common,
  id: 'removeAppUser',
  method: 'DELETE',
  path: '/v0.1/apps/{owner_name}/{app_name}/users/{user_email}',
  patterns: { user_email: EMAIL_PATTERN },
  success: [204],
  retry: 'same-bytes',
  answer: z.unknown().transform(() => undefined),
  parts: ({ ownerName, appName, userEmail }: AppUser) => ({
    path: { owner_name: ownerName, app_name: appName, user_email: userEmail },
  }),
});
