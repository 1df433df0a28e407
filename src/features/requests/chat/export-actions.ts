import { defineAction, onOwnView } from '#features/feature.ts';
import { beginExport, consentAction } from '#features/list-file.ts';
import { requestExports, requestsQuery } from '../export/requests-export.ts';
import { listVerbs } from '../verbs.ts';

/** Export, pressed on a list of requests: all that its filters find, whatever page is shown, as far as the presser may see it. */
export const pressExport = defineAction({
  verb: listVerbs.exportList,
  may: onOwnView,
  data: requestsQuery,
  handle: (turn, query, services) => beginExport(requestExports, turn, services, query),
});

export const answerRequestsFile = consentAction(requestExports);
