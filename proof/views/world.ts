import { createRegistry, type Registry } from '../../src/bot/commands/registry.ts';
import { type Answer, textAnswer } from '../../src/bot/turn/turn.ts';
import type { Change } from '../../src/engine/changes/change.ts';
import type { ChangeKind } from '../../src/engine/changes/change-kind.ts';
import { rulesSection } from '../../src/engine/changes/decision/check-rules.ts';
import type { Rendered, Viewer } from '../../src/engine/outbox/renderer.ts';
import { pressRemove, turnMine } from '../../src/features/access/chat/actions.ts';
import { grant } from '../../src/features/access/grant.ts';
import { accessSection } from '../../src/features/access/policy.ts';
import { removal } from '../../src/features/access/removal/kind.ts';
import { recordGrant } from '../../src/features/access/store.ts';
import type { GrantTerms } from '../../src/features/access/terms.ts';
import type { Services } from '../../src/features/feature.ts';
import { migrations } from '../../src/features/migrations.ts';
import { requests } from '../../src/features/requests/index.ts';
import { AppError } from '../../src/platform/lib/errors.ts';
import { randomIds } from '../../src/platform/lib/ids.ts';
import { type Database, openDatabase } from '../../src/platform/storage/database.ts';
import { loadTexts } from '../../src/platform/texts/texts.ts';
import { limitsSection } from '../../src/policy/model/sections.ts';
import { connectEngine } from '../../test/engine/changes/engine.ts';
import { createManualClock, type ManualClock } from '../../test/support/manual-clock.ts';
import { createTestPolicy } from '../../test/support/policy.ts';
import { turnOf } from '../../test/support/turn.ts';
import { createAccessService } from '../lib/access-service.ts';
import { HERE, idOf } from '../lib/policy-text.ts';
import { postShared } from './laws.ts';

const kinds = [grant as ChangeKind, removal as ChangeKind];
const sections = [rulesSection(kinds), accessSection, limitsSection];
/** In the order in which they refer to each other. */
const tables = [
  'changes',
  'decisions',
  'notice_messages',
  'change_notices',
  'change_claims',
  'grants',
  'deliveries',
  'jobs',
] as const;
const words = loadTexts().for('en');

/** What a press came to: the answer, or the refusal in words. */
export type Pressed = { readonly answer: Answer } | { readonly refused: string };

/** The engine, the real actions of people's buttons, and a store that can be put back; Teams and the vendor are stand-ins. */
export interface CardWorld {
  readonly database: Database;
  readonly clock: ManualClock;
  readonly services: Services;
  /** @returns false where the policy has a problem: the one from before stays in force */
  write(policy: string): boolean;
  /** The card of a change; as one person sees it, where one is named. */
  draw(change: string, viewer?: Viewer): Promise<Rendered>;
  /** The shared card as it stands in a conversation of so many people. */
  post(rendered: Rendered, crowd: readonly string[]): Promise<Rendered['card']>;
  /** Presses as a person; an older client sends what it presses as a message, and shows no answer in the card's place. */
  press(
    as: string,
    verb: string,
    data: Readonly<Record<string, unknown>>,
    client?: 'today' | 'older',
  ): Promise<Pressed>;
  /** Runs it and then puts all back as it was. */
  aside<T>(work: () => Promise<T>): Promise<T>;
  /** The vendor has done it. */
  finish(change: Change): Promise<void>;
  /** Its copies stand in Teams. */
  stand(): Promise<void>;
  forget(): Promise<void>;
  end(): Promise<void>;
}

/** Its list is read from the vendor, who plays no part here: everybody may press it. */
const listedMine = { ...turnMine, handle: async () => textAnswer('access.mine.empty') };

export const openCardWorld = async (url: string, firstPolicy: string): Promise<CardWorld> => {
  const database = await openDatabase(url, migrations);
  const clock = createManualClock();
  const policy = createTestPolicy(firstPolicy, sections);
  const { changes, outbox } = await connectEngine(
    { database, clock, policy, vendor: createAccessService(clock).client },
    kinds,
  );
  const services = { changes, outbox, policy, database, clock, ids: randomIds } as unknown as Services;
  const registry: Registry = createRegistry({
    ...{ commands: [], messageActions: [], forms: [] },
    actions: [...(requests.actions ?? []), pressRemove, listedMine],
  });
  const rows = () =>
    Promise.all(
      tables.map(async (table) => [table, await database.db.selectFrom(table).selectAll().execute()] as const),
    );
  const audited = () =>
    database.db
      .selectFrom('audit')
      .select(({ fn }) => fn.max('seq').as('mark'))
      .executeTakeFirstOrThrow();
  const forget = async (): Promise<void> => {
    for (const table of tables.toReversed()) await database.db.deleteFrom(table).execute();
  };

  const press: CardWorld['press'] = async (as, verb, data, client = 'today') => {
    const action = registry.action(verb);
    const read = action?.data.safeParse(data);
    if (!action || !read?.success) return { refused: `no action takes ${verb}` };
    const turn = turnOf({
      who: { objectId: idOf(as), tenantId: 'tenant', name: as, teamsId: `29:${idOf(as)}` },
      where: { conversationId: HERE, kind: 'channel' },
      source: randomIds.opaque(),
      ...(client === 'today' ? { pressed: { conversationId: HERE, activityId: 'm1' } } : {}),
    });
    try {
      const answer = await action.handle(turn, read.data, services);
      const isRefusal = answer.kind === 'text' && /refused|problem|noOffer|notDecider/.test(answer.text);
      return isRefusal ? { refused: answer.text } : { answer };
    } catch (error) {
      if (error instanceof AppError) return { refused: error.textKey };
      throw error;
    }
  };

  return {
    ...{ database, clock, services, press, forget },
    write(text) {
      try {
        policy.replace(text);
        return true;
      } catch {
        return false;
      }
    },
    async draw(change, viewer) {
      const drawn = await outbox.render(`change:${change}`, 'approvers', words, viewer);
      if (!drawn) throw new Error('the card is gone');
      return drawn;
    },
    post: postShared,
    async aside(work) {
      const before = await rows();
      const { mark } = await audited();
      const at = clock.now();
      const result = await work();
      await forget();
      await database.db.deleteFrom('audit').where('seq', '>', mark).execute();
      for (const [table, all] of before)
        if (all.length > 0)
          await database.db
            .insertInto(table)
            .values(all as never)
            .execute();
      clock.advance(at - clock.now());
      return result;
    },
    finish: (change) =>
      database.transaction(async (trx) => {
        await recordGrant(trx, change as Change<GrantTerms>, clock.now());
        await trx.updateTable('changes').set({ state: 'done' }).where('id', '=', change.id).execute();
      }),
    async stand() {
      await database.db.updateTable('deliveries').set({ activity_id: 'm1', conversation_id: HERE }).execute();
    },
    async end() {
      await outbox.stop();
      await database.close();
    },
  };
};
