import type { EventLevel, EventType } from './script.ts';

const levels: readonly EventLevel[] = ['Critical', 'Error', 'Warning', 'Informational'];

/** What the document does not rank stands with what it is nearest to. */
const ranks: Readonly<Record<EventType, 0 | 1 | 2>> = {
  ServiceIssue: 0,
  EmergingIssues: 0,
  RCA: 0,
  PlannedMaintenance: 1,
  HealthAdvisory: 2,
  SecurityAdvisory: 2,
  Billing: 2,
};

/** 0 (highest) to 23: by type, within it by level, within that active before resolved (document 2, priority). */
export const priorityOf = (type: EventType, level: EventLevel, resolved: boolean): number =>
  ranks[type] * levels.length * 2 + levels.indexOf(level) * 2 + (resolved ? 1 : 0);
