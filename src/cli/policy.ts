import { policySections } from '../features/index.ts';
import { checkPolicyFile } from '../policy/file/check-file.ts';

/** `npm run -s policy -- check FILE`: a line for each problem, with its place and its remedy. */
const [command, file, ...rest] = process.argv.slice(2);
if (command === 'check' && file !== undefined && rest.length === 0) {
  process.exitCode = await checkPolicyFile(file, policySections, console.log);
} else {
  console.error('usage: npm run -s policy -- check FILE');
  process.exitCode = 1;
}
