import { readFileSync } from 'node:fs';
import { writeContainerGroup } from '#cloud/operations/container-groups-request.ts';
import { profileOf } from '#cloud/services/profile.ts';
import { toSpec } from '#features/containers/document/documents.ts';
import { formatPath } from '#features/containers/document/problems.ts';
import { readDocument } from '#features/containers/document/read-document.ts';
import { redactSecrets } from '#features/containers/document/redaction.ts';
import { DOCUMENT_START, readTypedDocument } from '#features/containers/document/typed-document.ts';
import { AT } from './document-samples.ts';

/** The shape of a published sample, or of what a tool writes, with invented names. */
interface Sample {
  readonly what: string;
  /** YAML; else `document`, sent as JSON. */
  readonly text?: readonly string[];
  readonly document?: unknown;
  /** The paths that are named as left out, and a part of the body that is sent. */
  readonly leftOut?: readonly string[];
  readonly sent?: object;
  /** Instead, each fault with its path in the text. */
  readonly refused?: readonly string[];
}

const file = new URL('../../fixtures/containers/documents.json', import.meta.url);
const samples = JSON.parse(readFileSync(file, 'utf8')) as readonly Sample[];

describe('a published document is taken as it is, or refused with the reason at its place', () => {
  it.each(samples.map((sample) => [sample.what, sample] as const))('%s', (_what, sample) => {
    const written = sample.text?.join('\n') ?? JSON.stringify(sample.document, null, 2);
    const typed = `on orchard\n${written}`;
    const kept = redactSecrets(readTypedDocument(typed.slice(DOCUMENT_START.exec(typed)?.index))) ?? '';
    expect(kept).not.toContain('not-a-secret');
    const read = readDocument(kept);
    if (!read.ok) {
      const faults = read.problems.map(({ path, rule }) => `${formatPath(path)} ${rule}`);
      expect(faults).toEqual(sample.refused);
      return;
    }
    expect(read.leftOut.map(formatPath)).toEqual(sample.leftOut);
    const { body } = writeContainerGroup({ ...AT, ...toSpec(read.document) }, profileOf('Vendor'));
    expect(JSON.parse(JSON.stringify(body))).toMatchObject(sample.sent ?? {});
  });
});
