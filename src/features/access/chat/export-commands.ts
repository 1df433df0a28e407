import { defineCommand } from '#features/feature.ts';
import { givenAnswers } from '#features/form-fields.ts';
import { beginExport } from '#features/list-file.ts';
import { accessExports } from '../export/access-export.ts';
import { namedList, ofWhoHas } from './who-commands.ts';

export const exportWhoHasAccess = defineCommand({
  name: accessExports.command,
  aliases: ['export access'],
  ...ofWhoHas,
  example: 'export who has access to payments',
  run: (turn, typed, services) =>
    namedList(turn, services, typed, (place, query) =>
      beginExport(accessExports, turn, services, { when: 'ever', ...query, ...givenAnswers({ place: place?.key }) }),
    ),
});
