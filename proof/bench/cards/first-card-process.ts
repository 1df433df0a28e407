import { createRequire } from 'node:module';
import { listOfRows, naiveViewOf } from './list-of-rows.ts';
import naiveCard from './naive-card.json' with { type: 'json' };

/** As on a page of Steward's lists. */
const ROWS = 10;

/**
 * Draws one page of a list in a process that has drawn none, by `steward` or by the template library, and prints how many
 * milliseconds after the start of the process it was there.
 */
const [who] = process.argv.slice(2);

const draw = async (): Promise<unknown> => {
  if (who === 'steward') return (await import('../../../src/teams/cards/list.ts')).listCard.render(listOfRows(ROWS));
  const library: typeof import('adaptivecards-templating') = createRequire(import.meta.url)('adaptivecards-templating');
  return new library.Template(naiveCard).expand({ $root: naiveViewOf(listOfRows(ROWS)) });
};

const json = JSON.stringify(await draw());
if (!json.includes(`Settlement Europe ${ROWS - 1}`)) throw new Error('the card lacks its last row');
process.stdout.write(String(performance.now()));
