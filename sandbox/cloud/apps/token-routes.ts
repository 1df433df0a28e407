import { z } from 'zod';
import type { World } from '../operation.ts';
import { type ControlRoute, parseBody } from '../web/control.ts';
import { listTokens, makeTokens, revokeToken } from './tokens.ts';

const wish = z.strictObject({
  account: z.string(),
  name: z.string().min(1),
  access: z.enum(['full', 'readOnly']),
  /** `owner/name`, for an app token. */
  app: z
    .string()
    .regex(/^[^/]+\/[^/]+$/)
    .optional(),
  count: z.number().int().min(1).max(5_001).default(1),
});
const revocation = z.strictObject({ id: z.string() });

/** Replaces the web interface, where tokens are created and revoked (spec/3, States and transitions). */
export const tokenRoutes = (world: World): Readonly<Record<string, ControlRoute>> => ({
  'GET /__sandbox/app-tokens': async () => ({ tokens: await listTokens(world) }),
  'POST /__sandbox/app-tokens': async (body) => {
    const { app, count, ...rest } = parseBody(wish, body);
    const [owner = '', name = ''] = app?.split('/') ?? [];
    return { tokens: await makeTokens(world, { ...rest, ...(app ? { app: { owner, name } } : {}) }, count) };
  },
  'POST /__sandbox/app-tokens/revoke': async (body) => {
    await revokeToken(world, parseBody(revocation, body).id);
    return { revoked: true };
  },
});
