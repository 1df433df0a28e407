import type { SandboxOperation } from '../operation.ts';
import { translateText } from '../translation/translate-text.ts';

const translate = {
  method: 'POST',
  versions: ['3.0'],
  access: 'read',
  action: 'Translator/translate/action',
  handle: translateText,
} as const;

/** The translation of texts (spec/3, endpoints 1), at both addresses of the service. */
export const translation = {
  translateText: { ...translate, path: 'translate' },
  translateTextOnCustomDomain: { ...translate, path: 'translator/text/v3.0/translate' },
} as const satisfies Record<string, SandboxOperation>;
