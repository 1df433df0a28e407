import type { Takes } from '#bot/arguments/argument.ts';
import type { Action, Command, Form, MessageAction, Registry, Suggest, Translatable } from '#bot/commands/registry.ts';
import type { Services } from '#bot/services.ts';
import type { Name } from '#bot/understanding/vocabulary.ts';
import type { VendorClient } from '#cloud/client.ts';
import type { SecretSource } from '#cloud/services/secrets.ts';
import type { Alerts } from '#engine/alerts/alerts.ts';
import type { AlertSource } from '#engine/alerts/feed/source.ts';
import type { BatchLineDraft } from '#engine/changes/batch/submit-batch.ts';
import type { Person } from '#engine/changes/change.ts';
import type { ChangeKind } from '#engine/changes/change-kind.ts';
import type { Changes } from '#engine/changes/changes.ts';
import type { CardButton } from '#engine/outbox/card-button.ts';
import type { Outbox } from '#engine/outbox/outbox.ts';
import type { Renderer } from '#engine/outbox/renderer.ts';
import type { Audit } from '#platform/audit/audit.ts';
import type { VendorSettings } from '#platform/config/vendor-settings.ts';
import type { JobKind, Jobs } from '#platform/jobs/jobs.ts';
import type { TtlCache } from '#platform/lib/cache.ts';
import type { Clock } from '#platform/lib/clock.ts';
import type { Ids } from '#platform/lib/ids.ts';
import type { Log } from '#platform/lib/logger.ts';
import type { Markdown } from '#platform/lib/text.ts';
import type { Database, Migrations } from '#platform/storage/database.ts';
import type { TextName, Words } from '#platform/texts/texts.ts';
import type { PolicyStore } from '#policy/file/policy-store.ts';
import type { Policy } from '#policy/policy.ts';
import type { PolicySection } from '#policy/section.ts';
import { SHARED, type ViewContext } from '#teams/cards/buttons.ts';
import type { NamesOf } from '#teams/connector/conversations/channels.ts';
import type { ConversationKind, Installation } from '#teams/connector/conversations/conversation.ts';
import type { UploadFile } from '#teams/connector/upload.ts';
import type { Probe } from './probe.ts';

/** All that a handler may use; handed over at call time, so that a feature is a plain value. */
declare module '#bot/services.ts' {
  interface Services {
    readonly changes: Changes;
    readonly alerts: Alerts;
    /** The record of what people did and saw; a change's own entries are the engine's. */
    readonly audit: Pick<Audit, 'append' | 'record' | 'proven'>;
    readonly outbox: Outbox;
    /** The names of a channel and of its team. @throws ConnectorError while Teams cannot say them */
    readonly namesOf: NamesOf;
    /** For the feature's own kinds; the others are the layers'. */
    readonly jobs: Pick<Jobs, 'schedule' | 'onFailed'>;
    readonly policy: PolicyStore;
    readonly vendor: VendorClient;
    /** The secrets that people may name: looked up to see that they are there, never to be shown or kept. */
    readonly secrets: SecretSource;
    /** Puts a file where a person consented to have it. */
    readonly upload: UploadFile;
    readonly database: Database;
    readonly clock: Clock;
    readonly ids: Ids;
    readonly log: Log;
    /** Answers that may be some minutes old. */
    readonly cache: TtlCache;
    /** What people can type; for help. */
    registry(): Registry;
    /** Whether this service of the vendor is set up here. */
    isSetUp(service: Exclude<keyof VendorSettings, 'namespace'>): boolean;
    /** What a person is offered first, feature by feature. */
    firstCommands(objectId: string): readonly FirstCommand[];
    /** What a person has, feature by feature, with the request that has it removed. @throws AppError where it cannot be read now */
    removals(question: RemovalQuestion): Promise<readonly Removal[]>;
    /** What is on in a conversation, feature by feature. */
    settings(of: SettingsOf, words: Words): Promise<readonly Setting[]>;
  }
}

export type { Services };

/** One thing that is on or off in a conversation. */
export interface Setting {
  readonly title: Markdown;
  readonly state: Markdown;
  /** The button that shows more of it, or changes it: its title, and the command that it says. */
  readonly says?: { readonly title: string; readonly text: string };
}

/** The conversation and the reader of shown settings. */
export interface SettingsOf {
  readonly conversationId: string;
  readonly kind: ConversationKind;
  readonly teamId?: string;
  readonly objectId: string;
}

/** The person whose access is to be removed, the administrator who asks, and the reason. */
export interface RemovalQuestion {
  /** Directory object id. */
  readonly person: string;
  readonly by: Person;
  readonly reason: string;
  /** When every read must have ended, in milliseconds since 1970. */
  readonly endBy: number;
}

/** One thing that a person has. */
export interface Removal {
  /** The request that has it removed, or why it stays. */
  readonly line: BatchLineDraft;
  /** The id of the change that gave it, where Steward did. */
  readonly gave: string | undefined;
}

/** A command that the welcome offers to a person. */
export interface FirstCommand {
  readonly button: TextName<'help.welcome.button'>;
  /** As people type it. */
  readonly name: string;
}

/** One thing that people can ask for. `app.ts` hands each part to the layer that it belongs to. */
export interface Feature {
  readonly name: string;
  readonly commands?: readonly Command[];
  /** What people name in their own words: what the policy calls it. */
  vocabulary?(policy: Policy): readonly Name[];
  readonly suggest?: Suggest;
  readonly actions?: readonly Action[];
  readonly messageActions?: readonly MessageAction[];
  readonly forms?: readonly Form[];
  readonly changes?: readonly ChangeKind[];
  /** What is worth saying unasked. */
  readonly sources?: readonly AlertSource[];
  /** Buttons on the cards of other features. */
  readonly cardButtons?: readonly CardButton[];
  /** What its cards say, for translation into another language. */
  readonly translatables?: readonly Translatable[];
  /** What draws the feature's own subjects of the outbox. */
  renderers?(services: Services): readonly Renderer[];
  /** The commands that concern this person by the policy, given by directory object id. */
  firstCommands?(services: Services, objectId: string): readonly FirstCommand[];
  /** Its access that a person has. */
  removals?(services: Services, question: RemovalQuestion): Promise<readonly Removal[]>;
  /** Its active settings in a conversation. */
  settings?(services: Services, of: SettingsOf, words: Words): Promise<readonly Setting[]>;
  /** Asks the layers to be told of what it keeps true. */
  start?(services: Services): void;
  /** Loads what its first use would otherwise wait for; once the process listens. */
  warm?(): Promise<void>;
  /** The app was put into a conversation; told again whenever Teams tells it again. */
  installed?(services: Services, arrival: Installation): Promise<void>;
  /** What it does by and by, after a restart too. */
  jobs?(services: Services): readonly JobKind<unknown>[];
  /** One read for each thing that the policy names; `npm run doctor` does them. @param now milliseconds since 1970 */
  probes?(policy: Policy, now: number): readonly Probe[];
  readonly sections?: readonly PolicySection<unknown>[];
  readonly migrations?: Migrations;
}

export const defineCommand = <const T extends Takes>(command: Command<T>): Command<T> => command;
export const defineAction = <D>(action: Action<D>): Action<D> => action;

/** The right of buttons for people the policy allows it, by directory object id. */
export const allowedBy =
  (may: (policy: Policy, objectId: string) => boolean) =>
  ({ who }: ViewContext, _data: unknown, { policy }: Services): boolean =>
    may(policy.current(), who.objectId);

/** The right of buttons that a card only has as far as it was drawn for the person who reads it: nobody has them on a shared card. */
export const onOwnView = ({ who }: ViewContext): boolean => who.objectId !== SHARED;
