import { defineCommand } from '#features/feature.ts';
import { beginExport } from '#features/list-file.ts';
import { requestExports } from '../export/requests-export.ts';
import { ofFound, readTyped } from './list-commands.ts';

export const exportRequests = defineCommand({
  name: requestExports.command,
  aliases: ['export all requests'],
  ...ofFound,
  example: 'export requests denied on payments since Monday',
  run: (turn, typed, services) =>
    beginExport(requestExports, turn, services, readTyped('found', turn, typed, services)),
});
