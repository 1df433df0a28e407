import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Bot } from '../cluster/bots.ts';
import { deciders } from '../deciders.ts';
import type { DirectClient } from '../direct-client.ts';
import type { HalfOpenOrder } from './half-open-worker.ts';
import { type HalfOpen, slowdown } from './invariants.ts';

const REQUESTS = 60;
const LOOK_MS = 100;

/** Floods a bot with half-open requests, and sends valid ones before, meanwhile and afterwards. */
export const floodHalfOpen = async (bot: Bot, client: DirectClient, run: number): Promise<HalfOpen> => {
  let sent = 0;
  const validRequests = async (): Promise<number[]> => {
    const took: number[] = [];
    for (let count = 0; count < REQUESTS; count += 1) {
      sent += 1;
      const person = deciders[sent % deciders.length];
      if (!person) throw new Error('there are no deciders');
      const on = { channel: 'approvals', root: '1', card: '1' } as const;
      const click = { id: `f:valid-${run}-${sent}`, person, on, verb: 'change.show', data: { change: 'none' } };
      const began = performance.now();
      const { status } = await client.send(click, 0);
      if (status !== 200) throw new Error(`a valid request was answered ${status}`);
      took.push(performance.now() - began);
    }
    return took;
  };

  const slow = slowdown();
  await validRequests();
  const before = await validRequests();
  const base = await bot.call.memory();
  const { hostname, port } = new URL(bot.url);
  const order: HalfOpenOrder = { host: hostname, port: Number(port), authorization: client.authorization };
  const worker = new Worker(new URL('./half-open-worker.ts', import.meta.url), { workerData: order });
  let peak = base;
  const looking = setInterval(() => {
    void bot.call.memory().then((bytes) => {
      peak = Math.max(peak, bytes);
    });
  }, LOOK_MS);
  try {
    await once(worker, 'message');
    const during = await validRequests();
    worker.postMessage('end');
    await once(worker, 'exit');
    await sleep(LOOK_MS);
    return { grown: peak - base, before, during, after: await validRequests(), slowdown: slow };
  } finally {
    clearInterval(looking);
    await worker.terminate();
  }
};
