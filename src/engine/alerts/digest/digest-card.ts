import { z } from 'zod';
import type { Renderer } from '#engine/outbox/renderer.ts';
import { capitalised, cut, escapeMarkdown, NO_TEXT } from '#platform/lib/text.ts';
import { asTextKey, listed, type Words } from '#platform/texts/texts.ts';
import { defineCard } from '#teams/cards/define-card.ts';
import { markdown, toneStyle } from '#teams/cards/view.ts';
import { type AlertsContext, readRows } from '../context.ts';
import { itemIn } from '../feed/alert-store.ts';
import { toneOf } from '../feed/signal.ts';
import type { AlertTable } from '../tables.ts';

/** Subject kind of the outbox: one digest in a channel. */
const DIGEST = 'alertDigest';
export const digestSubject = (id: string): string => `${DIGEST}:${id}`;

const digestView = z.object({
  title: markdown,
  intro: markdown,
  lines: z.array(z.object({ title: markdown, state: markdown, colour: z.string(), why: markdown })),
  more: markdown,
});
export const digestCard = defineCard('alerts/digest.json', digestView);

/** Lines on a digest; with long names they stay far under Teams' size limit. */
export const DIGEST_LINES = 15;
const LONGEST_TITLE = 120;

export const digestRenderer = (context: AlertsContext): Renderer => ({
  kind: DIGEST,
  async render(id, _face, words) {
    const { db } = context.database;
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
      context.log,
      rows,
      ({ key }) => key,
      (row) => itemOf(context, row),
    );
    const items = read.flat().sort(byUrgency);
    const lines = items.slice(0, DIGEST_LINES).map(({ source, item, signal, reason }) => {
      const { name, state } = source.content(item, words);
      return {
        title: escapeMarkdown(cut(name, LONGEST_TITLE)),
        state,
        colour: toneStyle(toneOf(signal)).colour,
        why: capitalised(words.markdown(asTextKey(`alerts.held.${reason}`))),
      };
    });
    const open = items.filter(({ signal }) => signal.open).length;
    const title = { counts: listed(countBySource(items, words), words) };
    const left = items.length - lines.length;
    const listCommands = [...new Set(items.map(({ source }) => source.listCommand))];
    const commands = listed(listCommands, words, 'disjunction');
    const view = {
      title: words.markdown('alerts.digest.title', title),
      intro: words.markdown('alerts.digest.intro', { count: items.length, open, over: items.length - open }),
      lines,
      more: left > 0 ? words.markdown('alerts.digest.more', { count: left, commands }) : NO_TEXT,
    };
    return {
      version: digest.version,
      card: digestCard.render(view),
      summary: words.plain('alerts.digest.title', title),
    };
  },
});

const itemOf = (context: AlertsContext, row: AlertTable & { readonly reason: string }) => {
  const source = context.source(row.source);
  if (!source) return [];
  const item = itemIn(source, row);
  return [{ source, item, signal: source.signal(item), reason: row.reason }];
};

type Ranked = ReturnType<typeof itemOf>[number];

const countBySource = (items: readonly Ranked[], words: Words): string[] =>
  [...new Set(items.map(({ source }) => source))].flatMap((source) =>
    source.count(
      items.filter((one) => one.source === source).map(({ item }) => item),
      words,
    ),
  );

const byUrgency = (a: Ranked, b: Ranked): number =>
  Number(b.signal.open) - Number(a.signal.open) ||
  a.signal.rank - b.signal.rank ||
  b.signal.updatedAt - a.signal.updatedAt;
