import { commandsPage } from './commands-page.ts';
import { manifestPage } from './manifest-commands.ts';
import { operationsPage } from './operations-page.ts';
import { proofPage } from './proof-page.ts';
import { rightsPage } from './rights-page.ts';

/** What `npm run docs` writes; a test fails where a file differs. */
export const generatedPages: readonly { readonly file: string; readonly page: () => string }[] = [
  { file: 'docs/commands.md', page: commandsPage },
  { file: 'docs/operations.md', page: operationsPage },
  { file: 'docs/proof.md', page: proofPage },
  { file: 'docs/rights.md', page: rightsPage },
  { file: 'manifest/manifest.json', page: manifestPage },
];
