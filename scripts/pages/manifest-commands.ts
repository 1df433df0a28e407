import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { helpKey } from '#features/help/topics.ts';
import { features } from '#features/index.ts';
import { loadTexts } from '#platform/texts/texts.ts';
import { ROOT } from '../../test/house/source.ts';

const commands = features.flatMap(({ commands: list = [] }) => list);
/** One place's list in the manifest. */
const LIST = /("scopes": \[\s*"(\w+)"\s*\],\s*"commands": )\[[^\]]*\]/g;

/** manifest.json with the commands that Teams suggests in each place: those whose `menu` names it, with their sentence in help. */
export const manifestPage = (): string => {
  const texts = loadTexts().for('en');
  return readFileSync(join(ROOT, 'manifest/manifest.json'), 'utf8').replace(
    LIST,
    (_list, head: string, place: string) => {
      const entries = commands
        .filter(({ menu = [] }) => menu.some((one) => one === place))
        .map((command) => {
          const [title, description] = [command.name, texts.plain(helpKey(command))].map((one) => JSON.stringify(one));
          return `\n            { "title": ${title}, "description": ${description} }`;
        });
      return `${head}[${entries.join(',')}\n          ]`;
    },
  );
};
