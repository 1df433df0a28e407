/** Which of the team's subscriptions an event touches. */
export type Reach = 'production' | 'staging' | 'both';

/** The resources of the story that have health events of their own. */
export type ToldResource = 'vault' | 'database';

export type EventType =
  | 'ServiceIssue'
  | 'PlannedMaintenance'
  | 'HealthAdvisory'
  | 'RCA'
  | 'EmergingIssues'
  | 'SecurityAdvisory'
  | 'Billing';

export type EventLevel = 'Critical' | 'Error' | 'Warning' | 'Informational';

/** One update of an event: what it says from then on, and what it changes. */
export interface Stage {
  /** Milliseconds from the story's first moment. */
  readonly at: number;
  readonly says: string;
  readonly eventLevel?: EventLevel;
  /** Regions that are touched from now on. */
  readonly spreads?: readonly string[];
  /** Regions that are well again; the event is resolved with its last one. */
  readonly resolves?: readonly string[];
  readonly tags?: readonly string[];
  /** Properties by their documented names that are new or other from now on. */
  readonly changes?: Readonly<Record<string, unknown>>;
}

/** What becomes of one event, from its first word to its last. Times are milliseconds from the story's first moment. */
export interface Script {
  /** Its tracking id. */
  readonly name: string;
  readonly eventType: EventType;
  readonly title: string;
  readonly services: readonly string[];
  readonly reach: Reach;
  readonly resources?: readonly ToldResource[];
  readonly begins: number;
  /** When the impact is to end, as far as that is known from the beginning: a planned maintenance. */
  readonly ends?: number;
  /** Summary, description and updates are hidden until its details are fetched. */
  readonly sensitive?: true;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly stages: readonly [Stage, ...Stage[]];
}
