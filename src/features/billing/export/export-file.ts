import type { z } from 'zod';
import { defineCardRows } from '#engine/answers/card-rows.ts';
import { defineFiles } from '#engine/answers/files.ts';
import type { Services } from '#features/feature.ts';
import type { Trx } from '#platform/storage/database.ts';
import { billingAccounts, maySee } from '../policy.ts';
import { type FileRow, fileStore, storedAbout } from '../store.ts';
import { billingVerbs } from '../verbs.ts';

/** The files of invoices: their id is the report's that each came of, with its version then. */
export const invoiceFiles = defineFiles<FileRow>(
  {
    store: fileStore,
    verb: billingVerbs.file,
    endJob: 'billing.fileEnd',
    command: 'export',
    describe({ about_json }, words) {
      const { whole, ...about } = storedAbout.parse(JSON.parse(about_json));
      const state = about.pending > 0 ? 'provisional' : 'billed';
      return words.plain(whole ? 'reports.file.about' : 'reports.file.aboutPart', { ...about, state });
    },
    mayReceive({ account, person }, policy) {
      const found = billingAccounts(policy.current()).find(({ key }) => key === account);
      return found !== undefined && maySee(policy.current(), found, person);
    },
    hidden: 'reports.file.hidden',
    refused: 'billing.refused.press',
    disclosed: ({ account, name, bytes }) => ({
      ...{ target: account, event: 'invoice exported' },
      detail: { name, bytes },
    }),
  },
  defineCardRows<FileRow>('billingFile', fileStore),
);

export interface NewFile extends Pick<FileRow, 'id' | 'person' | 'account' | 'name' | 'bytes'> {
  readonly packed: string;
  readonly about: z.infer<typeof storedAbout>;
  readonly language: string;
}

/** Stores a file and asks for the person's consent, in the transaction that stores the report's result. */
export const sendFile = async (trx: Trx, services: Services, { language, about, ...file }: NewFile): Promise<void> => {
  const row = { ...file, about_json: JSON.stringify(about), state: 'asked' as const };
  const { id, isNew } = await fileStore.insert(trx, services.clock.now(), row);
  if (isNew) await invoiceFiles.ask(trx, services, { id, person: file.person, version: 1 }, language);
};
