import { createVendorClient } from '../../../src/cloud/client.ts';
import { translateText } from '../../../src/cloud/operations/translation.ts';
import type { Order, Result } from '../../../src/features/translation/translation.ts';
import { TranslationFault } from '../../../src/features/translation/translator/faults.ts';
import { translate } from '../../../src/features/translation/translator/translate.ts';
import { createHttp } from '../../../src/platform/http/http.ts';
import { DAY } from '../../../src/platform/lib/clock.ts';
import { createLogger } from '../../../src/platform/lib/logger.ts';
import { Secret } from '../../../src/platform/lib/secret.ts';
import { createManualClock } from '../../../test/support/manual-clock.ts';
import { asker, createTranslating } from '../../../test/support/translating.ts';
import type { ScriptedTranslator } from './scripted-translator.ts';

export const KEY = 'key-that-nobody-may-see';

/** What one order came to, run by run as the job would. */
export interface Ended {
  readonly outcome: Result | undefined;
  readonly fault: TranslationFault | undefined;
  /** How long it was parked each time, in milliseconds. */
  readonly parks: readonly number[];
  /** Requests of each run. */
  readonly tries: readonly number[];
}

export type Environment = ReturnType<typeof createEnvironment>;

/** The real client over loopback, a clock that no wait holds up, and the job's part: parked orders run again when it is time. */
export const createEnvironment = (translator: ScriptedTranslator) => {
  const clock = createManualClock();
  const lines: string[] = [];
  const log = createLogger('debug', { write: (line) => lines.push(line) });
  const http = createHttp({ clock, log, wait: async (ms) => clock.advance(ms) });
  const settings = { namespace: 'Vendor', translator: { baseUrl: translator.origin, key: new Secret(KEY) } } as const;
  const ids = { guid: () => '77777777-7777-4777-8777-777777777777', opaque: () => 'x', ordered: () => 'x' };
  const client = createVendorClient({ http, settings, clock, ids, log });
  const bench = createTranslating((question, options) => client.call(translateText, question, options), [], {
    now: clock.now,
    endBy: clock.now() + 365 * DAY,
  });

  const work = async (order: Order): Promise<Ended> => {
    const parks: number[] = [];
    const tries: number[] = [];
    for (let parked = bench.deps.parked; ; ) {
      const before = translator.received.length;
      const ended = await translate(order, asker, { ...bench.deps, parked }).catch((error: unknown) => error);
      tries.push(translator.received.length - before);
      if (!(ended instanceof Error)) return { outcome: ended as Result, fault: undefined, parks, tries };
      if (!(ended instanceof TranslationFault)) throw ended;
      if (ended.next.is !== 'park') return { outcome: undefined, fault: ended, parks, tries };
      const pause = ended.next.until - clock.now();
      parks.push(pause);
      clock.advance(pause);
      parked = ended.next.parked;
    }
  };
  return { clock, lines, http, bench, work };
};
