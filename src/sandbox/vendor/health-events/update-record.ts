import { iso } from '../../../lib/clock.ts';
import type { ToldStage } from './event-state.ts';

/** One update as the vendor writes it, at the event and at each region. */
export const updateRecord = ({ says, tags = [], toldAt }: ToldStage): Readonly<Record<string, unknown>> => ({
  summary: says,
  updateDateTime: iso(toldAt),
  eventTags: tags,
});
