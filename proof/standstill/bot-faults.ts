import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND } from '../../src/platform/lib/clock.ts';
import type { Bot } from '../cluster/bots.ts';
import type { Cluster } from '../cluster/cluster.ts';
import type { Dice } from '../run-on-stores.ts';
import type { Backends } from './backends.ts';
import type { Fault } from './plan.ts';

/** When a bot could not answer, or not as it should, by performance.now. */
interface Span {
  readonly from: number;
  to: number;
}

/** Two bots, and what is done to them. */
export interface BotFaults {
  /** Those that live and do not stand still; a place is empty while its bot starts. */
  awake(): readonly Bot[];
  /** Whether the bot stood still, was killed or ended at any time between. */
  wasOut(bot: Bot, from: number, to: number): boolean;
  /** Whether it had a wrong clock. */
  hadWrongClock(bot: Bot, from: number, to: number): boolean;
  /** Does it and takes it back when its time is over. */
  inflict(fault: Fault): Promise<void>;
}

/** A moment of its own work comes by then, or the bot is stopped wherever it is. */
const MOMENT_COMES_MS = 4 * SECOND;

/** @param warm makes a bot that has just started ready to be asked */
export const openBotFaults = async (
  cluster: Cluster,
  backends: Backends,
  dice: Dice,
  warm: (bot: Bot) => Promise<void>,
): Promise<BotFaults> => {
  const places: (Bot | undefined)[] = [];
  const out = new Map<Bot, Span[]>();
  const wrongClocks = new Map<Bot, Span[]>();
  /** A process that finds no store at its start ends, and whatever runs it starts another one. */
  const startBot = async (): Promise<Bot> => {
    for (;;) {
      try {
        const bot = await cluster.startBot();
        await warm(bot);
        return bot;
      } catch (error) {
        if (!/Store\.(Busy|Away)/.test(String(error))) throw error;
        await sleep(SECOND);
      }
    }
  };
  const living = [...cluster.bots()];
  for (const place of [0, 1]) places[place] = living[place] ?? (await startBot());

  const begin = (spans: Map<Bot, Span[]>, bot: Bot): Span => {
    const span = { from: performance.now(), to: Number.POSITIVE_INFINITY };
    spans.set(bot, [...(spans.get(bot) ?? []), span]);
    return span;
  };
  const end = (span: Span): void => {
    span.to = performance.now();
  };
  const overlaps = (spans: Map<Bot, Span[]>, bot: Bot, from: number, to: number): boolean =>
    (spans.get(bot) ?? []).some((span) => span.from <= to && span.to >= from);

  const standStill = async (bot: Bot, fault: Extract<Fault, { kind: 'bot stands still' }>): Promise<void> => {
    const span = begin(out, bot);
    if (fault.at) {
      const standing = bot.pauseAt({ moments: [fault.at] });
      await Promise.race([standing, sleep(MOMENT_COMES_MS)]);
      // It may have walked into the trap in the very moment in which it is taken away.
      if (!bot.isPaused()) await Promise.race([standing, bot.disarm()]);
    }
    if (!bot.isPaused()) bot.pause();
    await sleep(fault.ms);
    cluster.resume(bot);
    await bot.disarm();
    end(span);
  };

  const replace = async (place: number, bot: Bot, leave: () => Promise<void>): Promise<void> => {
    begin(out, bot);
    places[place] = undefined;
    await leave();
    places[place] = await startBot();
  };

  const setClocks = async (which: 'all' | number, aheadMs: number, ms: number): Promise<void> => {
    const bots = (which === 'all' ? places : [places[which]]).flatMap((bot) => bot ?? []);
    const right = cluster.now() - Date.now();
    const spans = bots.map((bot) => begin(wrongClocks, bot));
    await Promise.all(bots.map((bot) => bot.setClock(right + aheadMs).catch(() => {})));
    await sleep(ms);
    await Promise.all(bots.map((bot) => bot.setClock(right).catch(() => {})));
    for (const span of spans) end(span);
  };

  return {
    awake: () => places.flatMap((bot) => (bot && !bot.isPaused() ? [bot] : [])),
    wasOut: (bot, from, to) => overlaps(out, bot, from, to),
    hadWrongClock: (bot, from, to) => overlaps(wrongClocks, bot, from, to),
    async inflict(fault) {
      if (fault.kind === 'backends are ended') return backends.terminate(dice, fault.share);
      if (fault.kind === 'backends stand still') {
        const goOn = await backends.stop(dice, fault.share);
        await sleep(fault.ms);
        return goOn();
      }
      if (fault.kind === 'clock is wrong') return setClocks(fault.bot, fault.aheadMs, fault.ms);
      const bot = places[fault.bot];
      // What stands still or is starting already has its fault.
      if (!bot || bot.isPaused() || overlaps(out, bot, performance.now(), performance.now())) return;
      if (fault.kind === 'bot stands still') return standStill(bot, fault);
      await replace(fault.bot, bot, fault.kind === 'bot is killed' ? bot.kill : bot.drain);
    },
  };
};
