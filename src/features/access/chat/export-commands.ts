import { textAnswer } from '#bot/turn/turn.ts';
import { allowedBy, defineAction, defineCommand } from '#features/feature.ts';
import { givenAnswers } from '#features/form-fields.ts';
import { beginExport, consentAction } from '#features/list-file.ts';
import { accessExports, accessQuery } from '../export/access-export.ts';
import { mayList, requireLister } from '../policy.ts';
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

/** Export, pressed on a list of who has access: the whole list, whatever page is shown. */
export const pressExport = defineAction({
  verb: 'access.exportList',
  may: allowedBy(mayList),
  data: accessQuery,
  async handle(turn, query, services) {
    const policy = services.policy.current();
    requireLister(policy, turn.who.objectId);
    const isKnown = query.place === undefined ? query.person !== undefined : policy.place(query.place) !== undefined;
    return isKnown ? beginExport(accessExports, turn, services, query) : textAnswer('access.who.moved');
  },
});

export const answerAccessFile = consentAction(accessExports);
