import { writeFileSync } from 'node:fs';
import type { BotFunctions, BotStart } from './bot-process.ts';
import { type ChildProcess, type Ended, type Remote, startChildProcess } from './child-process.ts';
import { aheadBytes } from './moving-clock.ts';
import type { Trap } from './trap.ts';

/** One process of the bot. */
export interface Bot {
  readonly url: string;
  readonly call: Remote<BotFunctions>;
  /** Sets the one trap that it has; it kills itself with SIGKILL where that springs. */
  arm(trap: Trap): Promise<void>;
  disarm(): Promise<void>;
  /** Asks it, and takes its trap away: what has sprung by then has killed it. @returns false when it is dead */
  survives(): Promise<boolean>;
  /** Resolves when it is dead. @throws Error when it ended otherwise than by SIGKILL */
  readonly killed: Promise<void>;
  /** SIGKILL from outside, now. */
  kill(): Promise<void>;
  /** SIGSTOP: it stands still as on a machine that is too busy, and goes on where it stood with the time as it is then. */
  pause(): void;
  /** The same at a moment of its own work. Resolves when it stands. */
  pauseAt(trap: Trap): Promise<void>;
  resume(aheadMs: number): void;
  /** Its own clock, so much ahead of the system's or behind it. One that stands still learns of it when it goes on. */
  setClock(aheadMs: number): Promise<void>;
  isPaused(): boolean;
  /** SIGTERM: it drains. @throws Error when it does not end with 0 */
  drain(): Promise<void>;
}

interface Bots {
  living(): readonly Bot[];
  start(): Promise<Bot>;
  end(): Promise<void>;
}

/**
 * Starts bots. One process more than needed is always being loaded, so that a new one is there at once when another falls.
 * @param changed hears who lives, each time that changes
 */
export const createBots = (deps: { start(): BotStart; changed(living: readonly Bot[]): Promise<void> }): Bots => {
  let living: readonly Bot[] = [];
  let spare: ChildProcess<BotFunctions> | undefined;
  const load = (): ChildProcess<BotFunctions> => startChildProcess<BotFunctions>('bot-process.ts');

  const gone = (bot: Bot): void => {
    living = living.filter((other) => other !== bot);
  };

  return {
    living: () => living,
    async start() {
      const peer = spare ?? load();
      spare = undefined;
      const start = deps.start();
      const port = await peer.call.start(start).catch((error) => {
        peer.signal('SIGKILL');
        throw error;
      });
      const bot = toBot(peer, `http://127.0.0.1:${port}/api/messages`, start.aheadFile);
      living = [...living, bot];
      void peer.ended.then(() => gone(bot));
      await deps.changed(living);
      spare = load();
      return bot;
    },
    async end() {
      spare?.signal('SIGKILL');
      await Promise.all([spare?.ended, ...living.map((bot) => bot.kill())]);
    },
  };
};

const toBot = (peer: ChildProcess<BotFunctions>, url: string, aheadFile: string): Bot => {
  let isPaused = false;
  const killed = peer.ended.then((ended) => {
    if (ended.signal !== 'SIGKILL') throw new Error(`the bot ended by itself: ${wordsOf(ended)}`);
  });
  killed.catch(() => {});
  return {
    url,
    call: peer.call,
    arm: (trap) => peer.call.arm(trap, 'SIGKILL'),
    disarm: () => peer.call.disarm(),
    survives: () =>
      peer.call.disarm().then(
        () => true,
        () => false,
      ),
    killed,
    async kill() {
      peer.signal('SIGKILL');
      await peer.ended;
    },
    pause() {
      isPaused = true;
      peer.signal('SIGSTOP');
    },
    async pauseAt(trap) {
      const paused = peer.paused();
      await peer.call.arm(trap, 'SIGSTOP');
      await paused;
      isPaused = true;
    },
    resume(aheadMs) {
      writeFileSync(aheadFile, aheadBytes(aheadMs));
      isPaused = false;
      peer.signal('SIGCONT');
    },
    async setClock(aheadMs) {
      writeFileSync(aheadFile, aheadBytes(aheadMs));
      if (!isPaused) await peer.call.setAhead(aheadMs);
    },
    isPaused: () => isPaused,
    async drain() {
      peer.signal('SIGTERM');
      const ended = await peer.ended;
      if (ended.code !== 0) throw new Error(`the bot did not drain: ${wordsOf(ended)}`);
    },
  };
};

const wordsOf = ({ code, signal, said }: Ended): string => `code ${code}, signal ${signal}\n${said}`;
