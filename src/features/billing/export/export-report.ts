import { z } from 'zod';
import type { Words } from '../../../texts/texts.ts';
import { countsLine, renderFigures, type Told } from '../cards/report-card.ts';
import { NONE } from '../format.ts';
import { defineReport, type ReadState, type Report } from '../report/report.ts';
import { type CsvFile, foldCsv, MOST_BYTES, storedCsv } from './csv-file.ts';
import { offerFile } from './export-file.ts';

/** Texts come from the policy and the vendor, and a file's name goes through many hands. */
const nameOf = ({ account, invoices }: Report<unknown, unknown>, { ends }: ReadState<unknown>): string => {
  const said = [
    account.key,
    invoices[0]?.title ?? '',
    ...(ends.every(({ complete }) => complete) ? [] : ['incomplete']),
  ];
  return `${said.join('-').replace(/[^A-Za-z0-9._-]+/g, '-')}.csv`;
};

/** BCP 47 tag of whoever asked: the file's own card speaks it. */
const exportQuestion = z.object({ language: z.string() });
type ExportQuestion = z.infer<typeof exportQuestion>;

/** An invoice as a CSV file; the card tells how far it is, and the file itself goes to the asker's own chat only. */
export const exportCsv = defineReport<ExportQuestion, CsvFile>({
  name: 'export',
  question: exportQuestion,
  result: storedCsv,
  fold: foldCsv,
  async keep(trx, report, read, services) {
    const { packed, ...result } = read.result;
    if (packed === undefined) return result;
    const { askedBy: person, account, invoices, question } = report;
    // Each reading brings its own: one that was answered stays what it came to.
    const id = `${report.id}.${report.version}`;
    const { rows, pending, bytes } = result;
    await offerFile(trx, services, {
      ...{ id, person, account: account.key, packed, bytes, language: question.language },
      name: nameOf(report, read),
      about: {
        ...{ invoice: invoices[0]?.title ?? '', account: account.title, rows, pending },
        whole: read.ends.every(({ complete }) => complete),
      },
    });
    return result;
  },
  draw: async (report, { words }) => {
    const invoice = report.invoices[0]?.title ?? '';
    const title = words.markdown('figures.export.title', { invoice });
    const card = renderFigures(report, title, words, (result) => tell(result, report.conversationId, words));
    return { card, summary: words.plain('figures.export.title', { invoice }) };
  },
});

const MEGABYTE = 1024 * 1024;

const tell = ({ rows, pending, bytes }: CsvFile, conversationId: string | undefined, words: Words): Told => {
  const bare = { sections: [], buttons: [] };
  if (rows === 0) return { ...bare, count: words.markdown('figures.export.nothing'), more: NONE };
  if (bytes > MOST_BYTES) {
    return { ...bare, count: words.markdown('figures.export.tooLarge', { most: MOST_BYTES / MEGABYTE }), more: NONE };
  }
  return {
    ...bare,
    count: countsLine(rows, pending, words),
    more: words.markdown(conversationId === undefined ? 'figures.export.below' : 'figures.export.elsewhere'),
  };
};
