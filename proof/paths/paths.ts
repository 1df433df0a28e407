import type { MessageView } from '../../sandbox/teams/api.ts';
import { cloud, type PersonKey } from '../../sandbox/world.ts';
import { MINUTE } from '../../src/platform/lib/clock.ts';
import { channels, type Steward, startSteward, wordsOf } from '../../test/support/steward.ts';
import { inStore, isIdle } from '../../test/support/store-invariants.ts';
import { answerOf, ask, cardOf, formOf, press, requestRole } from '../../test/support/story.ts';
import { type CallCounts, type CalledFiles, startCallCounts } from './call-counts.ts';

export interface Path {
  readonly name: string;
  readonly called: CalledFiles;
}

/** Plays each path once to warm up, so that nothing is counted which happens only the first time, and once counted. */
export const pathsOf = async (): Promise<readonly Path[]> => {
  const s = await startSteward();
  const counts = await startCallCounts();
  const paths: Path[] = [];
  try {
    for (const isCounted of [false, true]) {
      const measured = { s, counts, keep: (path: Path) => isCounted && paths.push(path) };
      await approve(measured);
      await alert(measured);
      await translate(measured);
      await transactions(measured);
    }
  } finally {
    await counts.end();
    await s.end();
  }
  return paths;
};

interface Measured {
  readonly s: Steward;
  readonly counts: CallCounts;
  readonly keep: (path: Path) => void;
}

/** Begins when all that came before is done, so that none of it is counted. */
const measure = async ({ s, counts, keep }: Measured, name: string, trip: () => Promise<unknown>): Promise<void> => {
  await s.until('an idle Steward', () => inStore(s, isIdle));
  await counts.take();
  await trip();
  keep({ name, called: await counts.take() });
};

/** Longer than the vendor refuses to remove what has just begun. */
const REMOVABLE_MS = 6 * MINUTE;

/** From the press on Approve until its answer. */
const approve = async (measured: Measured): Promise<void> => {
  const { s } = measured;
  const asked = await requestRole(s, 'ana', 'contributor on payments for 5 days because I fix the payouts');
  const card = await cardOf(s, asked, 'Waiting for approval');
  await measure(measured, 'approve', async () => answerOf(await press(s, 'bo', card, 'change.approve')));
  const granted = await cardOf(s, asked, 'Eligible until');
  s.clock.advance(REMOVABLE_MS);
  await press(s, 'bo', granted, 'access.remove', { reason: 'counted' });
  await cardOf(s, asked, 'Removed by');
};

let incidents = 0;

/** From the feed's list to the posted card. */
const alert = async (measured: Measured): Promise<void> => {
  const { s } = measured;
  const watch = await ask(s, 'ana', 'watch health on payments', { where: channels.alerts });
  const ref = /W-[0-9A-Z]{5}/.exec(wordsOf(watch))?.[0] ?? '';
  await isRead(s);
  incidents += 1;
  const name = `PATH-${incidents}`;
  await begins(s, name);
  await measure(measured, 'alert', async () => {
    s.clock.advance(POLL_MS);
    await s.until('the posted card', async () =>
      (await s.teams.messages(channels.alerts, 'ana')).find(({ cards, ...message }) =>
        cards.some((card) => wordsOf({ ...message, cards: [card] }).includes(name)),
      ),
    );
  });
  await ask(s, 'ana', `unwatch ${ref}`, { where: channels.alerts });
};

/** Longer than the policy's pause between two readings of a feed. */
const POLL_MS = 10_000;

const isRead = async (s: Steward): Promise<void> => {
  const path = `${cloud.subscriptions.production.id}/providers/Vendor.ResourceHealth/events`;
  const readings = () => s.vendor.faults.seen().filter((request) => request.path.endsWith(path)).length;
  for (const begun = readings(); readings() < begun + 2; ) {
    const before = readings();
    s.clock.advance(POLL_MS);
    await s.until('another reading', async () => readings() > before);
  }
};

const begins = async (s: Steward, name: string): Promise<void> => {
  const script = {
    name,
    eventType: 'ServiceIssue',
    title: `${name}: payments wait`,
    services: ['App Service'],
    reach: 'production',
    begins: -60_000,
    stages: [{ at: 0, eventLevel: 'Error', spreads: ['West Europe'], says: 'We look into it.' }],
  };
  const answer = await fetch(`${s.vendor.url}/__sandbox/health-events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ scripts: [script], alone: true }),
  });
  if (!answer.ok) throw new Error(`no incident: HTTP ${answer.status}`);
};

/** From the command to the translated card. */
const translate = async (measured: Measured): Promise<void> => {
  const { s } = measured;
  incidents += 1;
  await measure(measured, 'translate', async () => {
    const card = await ask(s, 'ana', `translate to german and french: The ledger is down, number ${incidents}.`);
    await showsText(s, 'ana', card, 'French');
  });
};

/** From the command to the summary, and on by one press to twenty rows. */
const transactions = async (measured: Measured): Promise<void> => {
  const { s } = measured;
  await measure(measured, 'transactions', async () => {
    const card = await ask(s, 'di', 'transactions november', { where: channels.finance });
    await showsText(s, 'di', card, '131 transactions');
    await press(s, 'di', card, 'billing.page');
  });
};

const showsText = (s: Steward, as: PersonKey, card: MessageView, text: string): Promise<MessageView> =>
  s.until(`“${text}” on the card`, async () => {
    const seen = await formOf(s, as, card);
    return wordsOf(seen).includes(text) ? seen : undefined;
  });
