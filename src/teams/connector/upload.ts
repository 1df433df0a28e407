import { z } from 'zod';
import type { Http } from '#platform/http/http.ts';
import { HttpFailure } from '#platform/http/message.ts';
import { deniesArrival } from '#platform/http/retry.ts';
import { SECOND } from '#platform/lib/clock.ts';
import { readJson } from './calls.ts';
import { ConnectorError } from './errors.ts';
import type { ChannelTrust } from './trust.ts';

/** A file that waits for the person's consent, or one in their OneDrive; both exist in personal chats only. */
export type FileCard =
  | {
      readonly kind: 'consent';
      readonly name: string;
      readonly description: string;
      readonly bytes: number;
      /** Returned with the person's answer: the action of the bot for the file, and its data. */
      readonly context: { readonly verb: string } & Readonly<Record<string, unknown>>;
    }
  | {
      readonly kind: 'info';
      readonly name: string;
      /** The file's location, which Teams sent with the consent. */
      readonly contentUrl: string;
      readonly uniqueId: string;
      readonly fileType: string;
    };

/** The attachment that Teams shows as a file card. */
export const fileAttachment = (file: FileCard): Readonly<Record<string, unknown>> =>
  file.kind === 'consent'
    ? {
        contentType: 'application/vnd.microsoft.teams.card.file.consent',
        name: file.name,
        content: {
          description: file.description,
          sizeInBytes: file.bytes,
          acceptContext: file.context,
          declineContext: file.context,
        },
      }
    : {
        contentType: 'application/vnd.microsoft.teams.card.file.info',
        name: file.name,
        contentUrl: file.contentUrl,
        content: { uniqueId: file.uniqueId, fileType: file.fileType },
      };

export interface Upload {
  /** The upload address from the person's consent. Anybody who has it can write there, so it is never stored. */
  readonly address: string;
  /** Sent in one request, as UTF-8. */
  readonly content: string;
  readonly correlation?: string;
}

/** Uploads a file to a person's OneDrive, without a token. @throws ConnectorError `refused`, `gone`, `not-sent`, or `unclear` when in doubt */
export type UploadFile = (upload: Upload) => Promise<Arrived>;

/** What OneDrive says of the file: its name there, where it says one. */
export type Arrived = Pick<z.infer<typeof driveItem>, 'name'>;

const driveItem = z.object({ name: z.string().min(1), size: z.int() }).partial();

const DEADLINE_MS = 60 * SECOND;

export const createUpload =
  ({ http, trust }: { readonly http: Http; readonly trust: Pick<ChannelTrust, 'allowsUpload'> }): UploadFile =>
  async ({ address, content, correlation }) => {
    if (!trust.allowsUpload(address)) throw new ConnectorError('refused', { text: 'connector.error.uploadAddress' });
    const url = new URL(address);
    const size = Buffer.byteLength(content);
    const response = await http
      .send({
        method: 'PUT',
        url: url.href,
        origin: url.origin,
        headers: {
          'content-type': 'application/octet-stream',
          'content-length': String(size),
          // An empty file has no range.
          ...(size > 0 ? { 'content-range': `bytes 0-${size - 1}/${size}` } : {}),
        },
        body: content,
        retry: 'refused-only',
        deadlineMs: DEADLINE_MS,
        ...(correlation === undefined ? {} : { correlation }),
      })
      .catch((error: unknown) => {
        throw error instanceof HttpFailure ? lost(error) : error;
      });
    if (response.status < 200 || response.status > 299) throw refused(response.status);
    const { name, size: arrived } = readJson(driveItem, response.text).data ?? {};
    // OneDrive does not change tables of text: another size is an older file of that name, or a part of this one.
    if (response.status === 202 || (arrived !== undefined && arrived !== size)) {
      throw new ConnectorError('unclear', { text: 'connector.error.uploadOther' });
    }
    return name === undefined ? {} : { name };
  };

const lost = (failure: HttpFailure): ConnectorError => {
  const sent = !deniesArrival(failure) && failure.kind !== 'wrong-origin';
  const text = sent ? 'connector.error.uploadUnclear' : 'connector.error.uploadNotSent';
  return new ConnectorError(sent ? 'unclear' : 'not-sent', { text, cause: failure });
};

const refused = (status: number): ConnectorError => {
  if (status === 429 || status === 503) {
    return new ConnectorError('not-sent', { text: 'connector.error.uploadNotSent', status });
  }
  if (status === 408 || status >= 500) {
    return new ConnectorError('unclear', { text: 'connector.error.uploadUnclear', status });
  }
  if (status === 413) return new ConnectorError('too-large', { text: 'connector.error.uploadTooLarge', status });
  const gone = status === 404 || status === 410;
  return new ConnectorError(gone ? 'gone' : 'refused', { text: 'connector.error.uploadRefused', status });
};
