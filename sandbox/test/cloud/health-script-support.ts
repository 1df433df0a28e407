import { HOUR } from '../../../src/platform/lib/clock.ts';
import type { Script } from '../../cloud/health/script.ts';
import type { Reply, Running } from './support.ts';

/** The first stage of an event in one region. */
export const firstStage = { at: 0, says: 'It began.', eventLevel: 'Error', spreads: ['West Europe'] } as const;

/** A script of an issue that has just begun. */
export const script = (name: string, more: Partial<Script> = {}): Script => ({
  name,
  eventType: 'ServiceIssue',
  title: `Issue ${name}`,
  services: ['SQL Database'],
  reach: 'production',
  begins: -HOUR,
  stages: [firstStage],
  ...more,
});
export const many = (count: number, more: Partial<Script> = {}): readonly Script[] =>
  Array.from({ length: count }, (_, index) => script(`MANY-${index}`, more));

/** Sends a body to the control route of scripts. */
export const putAny = ({ send: post }: Running, body: unknown): Promise<Reply> =>
  post('/__sandbox/health-events', { method: 'POST', body });
/** Adds scripts and expects their acceptance. */
export const put = async (running: Running, ...scripts: readonly Script[]): Promise<Running> => {
  expect((await putAny(running, { scripts })).status).toBe(200);
  return running;
};
