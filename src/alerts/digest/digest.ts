import { z } from 'zod';
import { defineCard } from '../../cards/define-card.ts';
import { markdown } from '../../cards/view.ts';
import type { JobKind } from '../../jobs/jobs.ts';
import { iso, MINUTE, SECOND } from '../../lib/clock.ts';
import { cut, escapeMarkdown, type Markdown } from '../../lib/text.ts';
import type { Renderer } from '../../outbox/renderer.ts';
import type { Db, Trx } from '../../storage/database.ts';
import { writeLog } from '../channel/notification-log.ts';
import type { AlertsCore } from '../core.ts';
import { itemIn } from '../feed/alert-store.ts';
import { alertsPolicy } from '../policy.ts';
import { readRows } from '../read-rows.ts';
import type { AlertHeldTable, AlertTable } from '../tables.ts';
import { feedId, listWatches } from '../watch/watch-store.ts';
import { DIGEST_JOB, listDue, nextRelease, takeDue } from './digest-queue.ts';
import { stillWanted } from './still-wanted.ts';

/** One card that tells a channel what was held back for it. */
const DIGEST = 'alertDigest';
export const digestSubject = (id: string): string => `${DIGEST}:${id}`;

const payload = z.object({ conversation: z.string() });

/** How long a digest waits for another feed of its channel that has not been read since a break. */
const LONGEST_WAIT_MS = 2 * MINUTE;
const LOOK_AGAIN_MS = 5 * SECOND;

export const digestJob = (core: AlertsCore): JobKind<z.infer<typeof payload>> => ({
  name: DIGEST_JOB,
  payload,
  maxAttempts: 1_000,
  async handle({ conversation }, { now }) {
    const { db } = core.database;
    const due = await listDue(db, conversation, now);
    if (due.length > 0) {
      if (await waitsForOthers(core, db, conversation, due, now)) return { again: now + LOOK_AGAIN_MS };
      await core.database.transaction((trx) => tellHeld(core, trx, conversation, now));
    }
    const next = await nextRelease(db, conversation);
    return next === undefined ? { end: 'done' } : { again: next };
  },
});

/** After a break every feed finds what is over by now: one digest is to tell it all. */
const waitsForOthers = async (
  core: AlertsCore,
  db: Db,
  conversation: string,
  due: readonly AlertHeldTable[],
  now: number,
): Promise<boolean> => {
  if (!due.some(({ reason, held_at }) => reason === 'over' && Date.parse(held_at) > now - LONGEST_WAIT_MS))
    return false;
  const watches = await listWatches(db, { conversationId: conversation });
  const ids = [...new Set(watches.map(({ source, feed }) => feedId(source, feed)))];
  const fresh = iso(now - 2 * alertsPolicy(core.policy.current()).every - MINUTE);
  const late = await db
    .selectFrom('alert_feeds')
    .select('id')
    .where('id', 'in', ['', ...ids])
    .where((eb) => eb.or([eb('ok_at', 'is', null), eb('ok_at', '<', fresh)]))
    .executeTakeFirst();
  return late !== undefined;
};

const tellHeld = async (core: AlertsCore, trx: Trx, conversation: string, now: number): Promise<void> => {
  const held = await stillWanted(core, trx, conversation, await takeDue(trx, conversation, now));
  const [first] = held;
  if (!first) return;
  const id = core.ids.opaque();
  await trx
    .insertInto('alert_digests')
    .values({ id, conversation_id: conversation, version: 1, created_at: iso(now) })
    .execute();
  const items = held.map(({ alert_id, reason }) => ({ digest_id: id, alert_id, reason }));
  await trx.insertInto('alert_digest_items').values(items).execute();
  await core.outbox.deliver(trx, {
    subject: digestSubject(id),
    face: 'digest',
    to: { conversation },
    language: first.language,
    version: 1,
    priority: 'unasked',
  });
  for (const { alert_id, reason } of held) {
    const told = { at: now, verdict: 'digest', reason, values: {}, watch: undefined } as const;
    await writeLog(trx, alert_id, conversation, [told]);
  }
};

/** Draws the digests again that name an incident. */
export const touchDigests = async (core: AlertsCore, trx: Trx, alertId: string): Promise<void> => {
  const named = trx.selectFrom('alert_digest_items').select('digest_id').where('alert_id', '=', alertId);
  const rows = await trx
    .updateTable('alert_digests')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', 'in', named)
    .returning(['id', 'version'])
    .execute();
  for (const { id, version } of rows) await core.outbox.touch(trx, digestSubject(id), version);
};

const digestView = z.object({
  title: markdown,
  intro: markdown,
  lines: z.array(z.object({ title: markdown, state: markdown, colour: z.string(), why: markdown })),
  more: markdown,
});
export const digestCard = defineCard('alerts/digest.json', digestView);

/** So many with long names and their escapes stay far under Teams' size limit. */
export const DIGEST_LINES = 15;
const LONGEST_TITLE = 120;

export const digestRenderer = (core: AlertsCore): Renderer => ({
  kind: DIGEST,
  async render(id, _face, words) {
    const { db } = core.database;
    const digest = await db.selectFrom('alert_digests').selectAll().where('id', '=', id).executeTakeFirst();
    if (!digest) return undefined;
    const rows = await db
      .selectFrom('alert_digest_items')
      .innerJoin('alerts', 'alerts.id', 'alert_digest_items.alert_id')
      .selectAll('alerts')
      .select('alert_digest_items.reason')
      .where('alert_digest_items.digest_id', '=', id)
      .execute();
    const read = await readRows(
      core.log,
      rows,
      ({ key }) => key,
      (row) => itemOf(core, row),
    );
    const items = read.flat().sort(byUrgency);
    const lines = items.slice(0, DIGEST_LINES).map(({ source, item, signal, reason }) => {
      const face = source.face(item, words);
      return {
        title: escapeMarkdown(cut(face.name, LONGEST_TITLE)),
        state: face.state,
        colour: signal.open ? levelColour[signal.level] : 'Default',
        why: words.markdown(`alerts.held.${reason}`),
      };
    });
    const open = items.filter(({ signal }) => signal.open).length;
    const said = { count: items.length, open, over: items.length - open };
    const left = items.length - lines.length;
    const shows = [...new Set(items.map(({ source }) => source.shows))];
    const commands = new Intl.ListFormat(words.spoken, { type: 'disjunction' }).format(shows);
    const view = {
      title: words.markdown('alerts.digest.title', said),
      intro: words.markdown('alerts.digest.intro', said),
      lines,
      more: left > 0 ? words.markdown('alerts.digest.more', { count: left, commands }) : ('' as Markdown),
    };
    return {
      version: digest.version,
      card: digestCard.render(view),
      summary: words.plain('alerts.digest.title', said),
    };
  },
});

const levelColour = { critical: 'Attention', error: 'Attention', warning: 'Warning', informational: 'Accent' } as const;

const itemOf = (core: AlertsCore, row: AlertTable & { readonly reason: string }) => {
  const source = core.source(row.source);
  if (!source) return [];
  const item = itemIn(source, row);
  return [{ source, item, signal: source.signal(item), reason: row.reason }];
};

type Ranked = ReturnType<typeof itemOf>[number];
const byUrgency = (a: Ranked, b: Ranked): number =>
  Number(b.signal.open) - Number(a.signal.open) ||
  a.signal.rank - b.signal.rank ||
  b.signal.updatedAt - a.signal.updatedAt;
