import { z } from 'zod';
import { createLogFile } from './log-file.ts';

/** What the banner of the sandbox names. */
interface SandboxPlaces {
  readonly botUrl: string;
  readonly teamsUrl: string;
  readonly vendorUrl: string;
  readonly policyFile: string;
}

/** What the person who started the sandbox reads: the banner, then a short line for each notable event. */
interface Terminal {
  /** Takes a line of the log: for the file, and since the banner for the person too where it concerns them. */
  write(line: string): void;
  showBanner(places: SandboxPlaces): void;
}

/** @param logFile where every line of the log goes */
export const createTerminal = (logFile: string, output: { write(text: string): unknown }): Terminal => {
  const file = createLogFile(logFile);
  let isShown = false;
  return {
    write(line) {
      file.write(line);
      const notice = isShown ? noticeOf(line, logFile) : undefined;
      if (notice) output.write(`  ${notice}\n`);
    },
    showBanner(places) {
      output.write(banner(places, logFile));
      isShown = true;
    },
  };
};

const banner = ({ botUrl, teamsUrl, vendorUrl, policyFile }: SandboxPlaces, logFile: string): string => `
  SANDBOX: Steward with a local Teams and a local vendor. Nothing here is real, and nothing leaves this machine.

    Chat page        ${teamsUrl}/   <- open this in your browser

    Bot              ${botUrl}
    Vendor sandbox   ${vendorUrl}/__sandbox/info
    Policy           ${policyFile}
    Log              ${logFile}

  Ctrl+C stops it. "npm run sandbox:reset" then deletes everything that was said and done here.

`;

const PINO_ERROR = 50;

const logLine = z.object({ level: z.number(), time: z.string(), msg: z.string(), line: z.number().optional() });

/** What a line of the log says to the person at the terminal; undefined where it is for the file alone. */
const noticeOf = (json: string, logFile: string): string | undefined => {
  const { level, time, msg, line } = logLine.parse(JSON.parse(json));
  const at = new Date(time).toTimeString().slice(0, 8);
  if (msg === 'policy.in-force') return `${at}  The changed policy is in force.`;
  if (msg === 'policy.problem') return `${at}  Problem in line ${line} of the policy; the previous one stays in force.`;
  if (msg === 'ending') return `${at}  Stopping …`;
  return level >= PINO_ERROR ? `${at}  Error: ${msg}. Details: ${logFile}` : undefined;
};
