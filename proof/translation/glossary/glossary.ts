import { createVendorSandbox } from '../../../sandbox/cloud/vendor-sandbox.ts';
import { createVendorClient } from '../../../src/cloud/client.ts';
import { translateText, writeTranslation } from '../../../src/cloud/operations/translation.ts';
import { translate } from '../../../src/features/translation/translator/translate.ts';
import type { Namespace } from '../../../src/platform/config/vendor-settings.ts';
import { createHttp } from '../../../src/platform/http/http.ts';
import { systemClock } from '../../../src/platform/lib/clock.ts';
import { randomIds } from '../../../src/platform/lib/ids.ts';
import { silentLog } from '../../../src/platform/lib/logger.ts';
import { Secret } from '../../../src/platform/lib/secret.ts';
import { asker, createTranslating } from '../../../test/support/translating.ts';
import type { Proof } from '../../proof.ts';
import { diceOf } from '../../run-on-stores.ts';
import { type Sent, TAG, violationsOf } from './invariants.ts';
import { planOf } from './plan.ts';

/** A translator of one profile, and the client that asks it. */
const openGround = async (namespace: Namespace) => {
  const sandbox = await createVendorSandbox({
    ...{ port: 0, namespace, store: 'sqlite::memory:', anyPrincipal: false, listLagMs: 0 },
    ...{ clock: systemClock, ids: randomIds, log: silentLog },
  });
  await sandbox.start();
  const http = createHttp({ clock: systemClock, log: silentLog });
  const vendor = createVendorClient({
    ...{ http, clock: systemClock, ids: randomIds, log: silentLog },
    settings: { namespace, translator: { baseUrl: sandbox.url, key: new Secret(sandbox.keys.translator) } },
  });
  return {
    async run(seed: number, run: number): Promise<readonly string[]> {
      const plan = planOf(diceOf(seed, run));
      const sent: Sent[] = [];
      const glossary = plan.terms.flatMap(({ phrase, translations }) =>
        Object.entries(translations).map(([to, translation]) => ({ phrase, translation, to })),
      );
      const { deps } = createTranslating(
        (question, options) => {
          const body = writeTranslation(question, vendor.profile).body as readonly { readonly Text: string }[];
          const { to, from, textType } = question;
          sent.push({ texts: body.map(({ Text }) => Text), to, from, html: textType === 'html' });
          return vendor.call(translateText, question, options);
        },
        glossary,
        { profile: vendor.profile, correlation: randomIds.guid(), now: systemClock.now },
      );
      const order = {
        message: { kind: 'html' as const, content: plan.html },
        to: plan.to.map((language) => ({ language })),
        ...(plan.from === undefined ? {} : { from: plan.from }),
        ...{ profanity: 'NoAction' as const, allowFallback: true, alignment: false },
      };
      const outcome = await translate(order, asker, deps);
      return violationsOf(plan, sent, outcome, TAG[namespace]);
    },
    async end(): Promise<void> {
      await http.close();
      await sandbox.stop();
    },
  };
};

/**
 * Terms go out as entries of the dynamic dictionary, in the markup of either profile and escaped as html wants it, with the
 * language they are from; the longest wins, and in code, links and longer words there are none.
 */
export const terms: Proof = {
  name: 'translation-7',
  says: 'terms are sent escaped, whole and for their language in both profiles, and in no other text',
  short: { runs: 30, seed: 3 },
  runs: 1_000,
  async prove({ runs, seed, complain }) {
    const grounds = [await openGround('Vendor'), await openGround('Microsoft')];
    try {
      for (let run = 1; run <= runs; run += 1) {
        const broken = await grounds[run % grounds.length]?.run(seed, run);
        for (const words of broken ?? []) complain({ run, at: ['Vendor', 'Microsoft'][run % 2] ?? '', words });
      }
    } finally {
      for (const ground of grounds) await ground.end();
    }
    return runs;
  },
};
