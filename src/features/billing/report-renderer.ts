import { noticeCard } from '../../cards/notice.ts';
import { SECOND } from '../../lib/clock.ts';
import type { Rendered, Renderer } from '../../outbox/renderer.ts';
import type { Words } from '../../texts/texts.ts';
import type { Services } from '../feature.ts';
import { loadReport, REPORT } from './load-report.ts';
import type { AnyReportKind, Drawing } from './report.ts';
import { findReport, type ReportRow } from './report-rows.ts';

/** A report's card from its row, or a card without any figure where the policy no longer lets it stand there. */
export const drawReport = async (
  row: ReportRow,
  kind: AnyReportKind,
  drawing: Drawing,
): Promise<Rendered & { readonly version: number }> => {
  const { services, words } = drawing;
  const report = loadReport(row, kind, services.policy.current());
  if (!report) return { version: row.version, ...hidden(words) };
  return { version: row.version, ...(await kind.draw(report, drawing)) };
};

const hidden = (words: Words) => ({
  card: noticeCard.render({ text: words.markdown('billing.hidden') }),
  summary: words.plain('billing.hidden'),
});

/** The outbox holds a card's row for a minute, and its sending takes some of it. */
const PATIENCE = 15 * SECOND;

export const reportRenderer = (services: Services, kinds: readonly AnyReportKind[]): Renderer => ({
  kind: REPORT,
  async render(id, _face, words) {
    const row = await findReport(services.database.db, id);
    const kind = kinds.find(({ name }) => name === row?.kind);
    if (!row || !kind) return undefined;
    return drawReport(row, kind, {
      words,
      services,
      correlation: services.ids.opaque(),
      endBy: services.clock.now() + PATIENCE,
    });
  },
});
