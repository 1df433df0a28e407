import { readFileSync, writeFileSync } from 'node:fs';
import type { MessageView } from '../../sandbox/teams/api.ts';
import { type AnyPersonKey, otherPeople, people, type SandboxPerson } from '../../sandbox/world.ts';
import { saveSettings } from '../../src/engine/changes/notices/store.ts';
import type { VendorSettings } from '../../src/platform/config/vendor-settings.ts';
import { HOUR } from '../../src/platform/lib/clock.ts';
import { type Db, openExistingDatabase } from '../../src/platform/storage/database.ts';
import type { Store } from '../../test/support/database.ts';
import { withFastClock } from '../../test/support/fast-clock.ts';
import { channels, personalChat, type Steward, startSteward, wordsOf } from '../../test/support/steward.ts';
import { isIdle, pendingWork } from '../../test/support/store-invariants.ts';
import { type RequestRef, requestRole } from '../../test/support/story.ts';
import { policyDecidedBy, type Wanted, wants } from '../deciders.ts';
import { untilAnswered } from '../direct-client.ts';
import { freshVendor } from '../requests.ts';
import { behindFront, openVendorFront, type VendorFront } from './vendor-front.ts';

/** Those who decide; each has the card in their own chat too. */
export const approvers = [
  people.bo,
  people.cy,
  people.di,
  people.fi,
  otherPeople.gwen,
] as const satisfies SandboxPerson[];
export type Approver = 'bo' | 'cy' | 'di' | 'fi' | 'gwen';
export const approverKeys = approvers.map(({ key }) => key as Approver);

/** Whatever Ana may ask for. */
export const anasWants: readonly Wanted[] = wants.filter(({ asker }) => asker === 'ana');

/** Where the card of Ana's request stands, and who reads it there. */
export const places: readonly { readonly where: string; readonly reader: AnyPersonKey }[] = [
  { where: channels.general, reader: 'ana' },
  { where: channels.approvals, reader: 'bo' },
  ...approverKeys.map((reader) => ({ where: personalChat(reader), reader })),
];

/** The rules of the vendor's document, in its order, and the code of a refusal that lists some of them. */
export const RULES = ['ExpirationRule', 'JustificationRule', 'EligibilityRule', 'TicketingRule', 'MfaRule'] as const;
export const POLICY = 'RoleAssignmentRequestPolicyValidationFailed';

/** A request whose card stands in every place. */
export interface Asked extends RequestRef {
  readonly id: string;
}

/** The whole bot with its sandboxes, and a request of Ana's in seven places. */
export interface Ground {
  readonly steward: Steward;
  readonly db: Db;
  /** Ana asks, and every copy of her card stands. @param reason names it among all */
  ask(wanted: Wanted, reason: string): Promise<Asked>;
  /** Nothing is held and nothing is due any more of what was asked before. */
  begin(): Promise<void>;
  /** Waits until every copy of the card stands. */
  stand(asked: RequestRef): Promise<Asked>;
  /** Waits, with a fast clock, until everything that is due has been done. */
  settle(): Promise<void>;
  /** Every message in a place that shows this request. */
  copiesIn(asked: Asked, where: string, reader: AnyPersonKey): Promise<MessageView[]>;
  rowOf(asked: Asked): Promise<{ readonly state: string; readonly version: number; readonly guid: string | null }>;
  end(): Promise<void>;
}

/** People press again where a busy bot asks them to. */
const patient = (steward: Steward): Steward => ({
  ...steward,
  teams: { ...steward.teams, act: (...what) => untilAnswered(() => steward.teams.act(...what)) },
});

/** @param vendor what the bot is told of the vendor */
export const openGround = async (
  databaseUrl: string,
  vendor: (settings: VendorSettings) => VendorSettings = (settings) => settings,
): Promise<Ground> => {
  const steward = patient(
    await startSteward({
      databaseUrl,
      wideLimits: true,
      vendor,
      prepare: ({ policyFile }) =>
        writeFileSync(policyFile, policyDecidedBy(readFileSync(policyFile, 'utf8'), approvers)),
    }),
  );
  const store = openExistingDatabase(databaseUrl);
  const { db } = store;
  for (const { objectId } of approvers) {
    const settings = { way: 'chat', weekends: true, zone: 'Europe/Berlin', language: 'en-GB' } as const;
    await saveSettings(db, objectId, settings, steward.clock.now());
  }

  const settle: Ground['settle'] = () =>
    withFastClock(steward, () => steward.until('the bot at rest', () => isIdle(db))).then(
      () => undefined,
      async (error: Error) => {
        throw new Error(`${error.message}: ${(await pendingWork(db)).join('; ')}`);
      },
    );

  const begin: Ground['begin'] = async () => {
    await freshVendor(steward);
    steward.vendor.faults.clear();
    steward.teams.faults.clear();
    // A channel takes 1,800 messages in one.
    steward.clock.advance(HOUR);
  };

  const stand: Ground['stand'] = async (asked) => {
    await settle();
    const { id } = await db.selectFrom('changes').select('id').where('ref', '=', asked.ref).executeTakeFirstOrThrow();
    const copies = await db.selectFrom('deliveries').select('face').where('subject', '=', `change:${id}`).execute();
    if (copies.length !== places.length) throw new Error(`${copies.length} copies and not ${places.length}`);
    return { ...asked, id };
  };

  return {
    steward,
    db,
    begin,
    stand,
    async ask({ role, place }, reason) {
      await begin();
      return stand(await requestRole(steward, 'ana', `${role} on ${place} for 3 days because ${reason}`));
    },
    settle,
    copiesIn: async ({ ref }, where, reader) =>
      (await steward.teams.messages(where, reader)).filter(
        (message) => message.cards.length > 0 && wordsOf(message).includes(ref),
      ),
    rowOf: ({ id }) =>
      db.selectFrom('changes').select(['state', 'version', 'guid']).where('id', '=', id).executeTakeFirstOrThrow(),
    async end() {
      await store.close();
      await steward.end();
    },
  };
};

/** What a press that has no right to it must not change. */
export const evidence = async ({ steward, db, rowOf }: Ground, asked: Asked): Promise<string> => {
  const decisions = await db.selectFrom('decisions').select('person_id').where('change_id', '=', asked.id).execute();
  const puts = steward.vendor.faults.seen().filter(({ method }) => method === 'PUT').length;
  const { state, guid } = await rowOf(asked);
  return JSON.stringify({ state, guid, decisions: decisions.length, puts });
};

export interface TroubledGround extends Ground {
  readonly front: VendorFront;
}

/** The same, where what becomes of each call of the vendor's is said beforehand. */
export const openTroubledGround = async ({ url }: Store): Promise<TroubledGround> => {
  const front = await openVendorFront();
  const ground = await openGround(url, behindFront(front));
  return {
    ...ground,
    front,
    async end() {
      await ground.end();
      await front.end();
    },
  };
};
