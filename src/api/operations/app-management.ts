import { z } from 'zod';
import { EMAIL_PATTERN } from '../../lib/email.ts';
import { decodeAppManagementError } from '../errors/app-management-error.ts';
import { defineOperation } from '../operation.ts';
import { lenient } from '../response/lenient.ts';

const common = {
  kind: 'single',
  version: 'v0.1',
  credential: 'appManagement',
  decodeError: decodeAppManagementError,
  section: 'document 3, Endpoints 2',
} as const;

/** The person or account whose token asks (vendor-facts section 3). */
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

/**
 * Takes a user out of an app. After a lost answer it may be repeated, and then NotFound means that it was done (vendor-facts
 * section 4); at a first try NotFound means that there is no such user, or no such app.
 */
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
