import { z } from 'zod';
import type { FileConsents } from '../chat/files.ts';
import type { Files } from '../store/files.ts';
import { json, Problem, type Route } from './answer.ts';
import { KILOBYTE } from './body.ts';
import { bodyRoute, person } from './page-arguments.ts';

const MOST_BYTES = 4 * KILOBYTE * KILOBYTE;

const consenting = z.object({ as: person, message: z.string(), index: z.int().nonnegative(), accept: z.boolean() });

/** The person's answer to a consent card, the bot's upload, and the person's download. */
export const fileRoutes = (consents: FileConsents, files: Files): readonly Route[] => [
  bodyRoute('POST', '/api/files/consent', consenting, ({ as, message, index, accept }) =>
    consents.consent(as, message, index, accept),
  ),
  {
    method: 'PUT',
    path: '/files/upload/:secret',
    maxBytes: MOST_BYTES,
    handle: async (call) => {
      const content = await call.bytes();
      checkRange(call.headers['content-range'], content.length);
      const name = await files.fill(call.params['secret'] ?? '', content);
      if (name !== undefined) return json(201, { name, size: content.length, file: {} });
      throw new Problem(404, 'itemNotFound', 'No upload is waited for here.');
    },
  },
  {
    method: 'GET',
    path: '/files/:id/:name',
    handle: async ({ params }) => {
      const file = await files.read(params['id'] ?? '');
      if (!file || file.name !== params['name']) throw new Problem(404, 'itemNotFound', 'There is no such file.');
      return {
        kind: 'file',
        content: file.content,
        headers: {
          'content-type': 'application/octet-stream',
          'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
          'content-security-policy': "default-src 'none'; sandbox",
        },
      };
    },
  },
];

/** A small file is uploaded whole, with a Content-Range as in every upload session. */
const checkRange = (header: string | undefined, length: number): void => {
  if (length === 0) throw new Problem(400, 'invalidRequest', 'The upload is empty.');
  if (header === `bytes 0-${length - 1}/${length}`) return;
  throw new Problem(416, 'invalidRange', `Send the whole file, with Content-Range: bytes 0-${length - 1}/${length}`);
};
