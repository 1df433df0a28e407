import { consentAction } from '#features/list-file.ts';
import { invoiceFiles } from '../export/export-file.ts';

/** Only the requester gets the file, and only while the policy allows them to see the account. */
export const answerFileConsent = consentAction(invoiceFiles);
