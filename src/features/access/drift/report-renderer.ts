import type { Renderer } from '#engine/outbox/renderer.ts';
import type { Services } from '#features/feature.ts';
import { driftCard } from '../cards/drift-card.ts';
import { findReport } from './report-store.ts';
import { DRIFT_REPORT, storedDrift } from './weekly-job.ts';

/** Draws a weekly report as it was found. */
export const reportRenderer = ({ database }: Services): Renderer => ({
  kind: DRIFT_REPORT,
  async render(id, _face, words) {
    const row = await findReport(database.db, id);
    if (!row?.drift_json) return undefined;
    const drift = storedDrift.parse(JSON.parse(row.drift_json));
    const summary = words.plain('access.drift.summary', { count: drift.mismatches.length });
    return { version: 1, card: driftCard(drift, 0, words), summary };
  },
});
