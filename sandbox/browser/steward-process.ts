import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeFlags } from '../../test/support/node-flags.ts';
import { addressesOf, anyPorts, startCommand } from '../../test/support/steward-process.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** The product as `npm start` runs it: a process of its own, in a working folder of its own, on free ports. */
export interface StewardProcess {
  /** Where the chat page is. */
  readonly teamsUrl: string;
  readonly vendor: { readonly url: string };
  /** Ends it as Ctrl+C would. */
  end(): Promise<void>;
}

/** @throws Error with what the process said when it ends before its banner */
export const startStewardProcess = async (): Promise<StewardProcess> => {
  const folder = mkdtempSync(join(tmpdir(), 'steward-browser-'));
  const steward = startCommand(process.execPath, [...nodeFlags, join(ROOT, 'src', 'main.ts')], folder, anyPorts);
  const end = async (): Promise<void> => {
    await steward.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  const { teams, vendor } = await addressesOf(steward).catch(async (error) => {
    await end();
    throw error;
  });
  return { teamsUrl: `${teams}/`, vendor: { url: vendor }, end };
};
