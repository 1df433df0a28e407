import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parentPort } from 'node:worker_threads';
import { ROOT } from '../../test/house/source.ts';
import type { Pattern, Place } from './pattern-sources.ts';

const built: Pattern[] = [];

/** The line of the source that is being run. */
const runningLine = (): Place | undefined => {
  for (const [, path = '', line] of (new Error().stack ?? '').matchAll(/(file:\/\/[^\s():]+):(\d+):\d+/g)) {
    const file = relative(ROOT, fileURLToPath(path)).replaceAll(sep, '/');
    if (file.startsWith('src/')) return { file, line: Number(line) };
  }
  return undefined;
};

const note = (pattern: RegExp): RegExp => {
  const place = runningLine();
  if (place) built.push({ ...place, source: pattern.source, flags: pattern.flags });
  return pattern;
};

/** From here on every pattern that is built is noted; so whatever builds one is loaded after this. */
globalThis.RegExp = new Proxy(RegExp, {
  construct: (target, args: [string]) => note(new target(...args)),
  apply: (target, _self, args: [string]) => note(new target(...args)),
});

/** Makes each line of the source that builds a pattern do so, from all that it is built from. */
const buildAll = async (): Promise<void> => {
  const { createRegistry } = await import('../../src/bot/commands/registry.ts');
  const { features } = await import('../../src/features/index.ts');
  const { route } = await import('../../src/bot/commands/router.ts');
  const { codeBlock } = await import('../../src/bot/turn/html.ts');
  const { plainSegments } = await import('../../sandbox/cloud/translation/segments.ts');
  const { billingScopePattern } = await import('../../sandbox/cloud/subscriptions/alias-request.ts');
  const { namesBot } = await import('../../sandbox/teams/chat/mentions.ts');
  const { absorbMention } = await import('../../sandbox/teams/page/text/mention-typing.ts');
  await import('../../sandbox/cloud/operations/billing.ts');
  await import('../../src/bot/understanding/tokens.ts');
  await import('../../src/features/containers/document/redaction.ts');
  const { fitsTicket } = await import('../../src/features/access/limits.ts');
  const commands = features.flatMap((feature) => feature.commands ?? []);
  const registry = createRegistry({ commands, actions: [], messageActions: [], forms: [] });
  for (const { name } of commands) route(registry, `${name} x`);
  codeBlock('<pre>x</pre><codeblock>x</codeblock>');
  for (const prefix of ['mstrans', 'vendortrans']) plainSegments('x', prefix);
  billingScopePattern('Vendor');
  fitsTicket(['INC-#+', 'C.#'], 'INC-1');
  namesBot('x');
  absorbMention({ text: 'x', mentionsBot: false }, 'Steward');
};

await buildAll();
parentPort?.postMessage([...new Map(built.map((one) => [JSON.stringify(one), one])).values()]);
