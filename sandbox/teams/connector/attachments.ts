import { z } from 'zod';
import type { Ids } from '../../../src/platform/lib/ids.ts';
import { type Answer, json, KILOBYTE, Problem } from '../http/answer.ts';
import type { ConnectorCall } from './connector-route.ts';
import type { Timeline } from './timeline.ts';

const MAX_BYTES = 1_024 * KILOBYTE;
const KEPT = 50;

const bytes = z.base64().transform((text) => Buffer.from(text, 'base64'));
const upload = z.object({
  type: z.string().regex(/^[\w.+-]+\/[\w.+-]+$/),
  name: z.string().min(1),
  originalBase64: bytes,
  thumbnailBase64: bytes.nullish(),
});
type Attachment = z.output<typeof upload>;
type View = 'original' | 'thumbnail';

/** Attachments that the bot uploads and reads later. The newest 50 are stored while the process runs. */
export const attachmentCalls = (timeline: Timeline, ids: Ids): readonly ConnectorCall[] => {
  const kept = new Map<string, Attachment>();
  const find = (id: string | undefined): Attachment => {
    const found = kept.get(id ?? '');
    if (!found) throw new Problem(404, 'AttachmentNotFound', 'Attachment not found.');
    return found;
  };
  return [
    {
      method: 'POST',
      path: '/conversations/:conversation/attachments',
      act: 'send',
      maxBytes: MAX_BYTES,
      handle: async (call) => {
        await timeline.locate(call.params['conversation'] ?? '');
        const id = ids.opaque();
        kept.set(id, readUpload(await call.json()));
        for (const oldest of [...kept.keys()].slice(0, -KEPT)) kept.delete(oldest);
        return json(201, { id });
      },
    },
    {
      method: 'GET',
      path: '/attachments/:attachment',
      act: 'members',
      handle: async ({ params }) => describe(find(params['attachment'])),
    },
    {
      method: 'GET',
      path: '/attachments/:attachment/views/:view',
      act: 'members',
      handle: async ({ params }) => show(find(params['attachment']), params['view']),
    },
  ];
};

const readUpload = (body: unknown): Attachment => {
  const parsed = upload.safeParse(body);
  if (!parsed.success) throw new Problem(400, 'BadSyntax', 'Bad format of the attachment.');
  return parsed.data;
};

const viewsOf = ({ originalBase64, thumbnailBase64 }: Attachment): readonly (readonly [View, Buffer])[] => [
  ['original', originalBase64],
  ...(thumbnailBase64 ? ([['thumbnail', thumbnailBase64]] as const) : []),
];

const describe = (attachment: Attachment): Answer =>
  json(200, {
    name: attachment.name,
    type: attachment.type,
    views: viewsOf(attachment).map(([viewId, { length }]) => ({ viewId, size: length })),
  });

const show = (attachment: Attachment, view: string | undefined): Answer => {
  const content = viewsOf(attachment).find(([name]) => name === view)?.[1];
  if (!content) throw new Problem(404, 'AttachmentNotFound', 'The attachment has no such view.');
  return { kind: 'file', content, headers: { 'content-type': attachment.type } };
};
