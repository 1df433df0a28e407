import { iso } from '../../../lib/clock.ts';
import type { ReportedStage } from './event-state.ts';

/** One update as the vendor writes it, at the event and at each region. */
export const updateRecord = ({ says, tags = [], reportedAt }: ReportedStage): Readonly<Record<string, unknown>> => ({
  summary: says,
  updateDateTime: iso(reportedAt),
  eventTags: tags,
});
