import { playgroundConfiguration } from '../../sandbox/teams/playground/configuration.ts';
import { people } from '../../sandbox/world.ts';

/** `npm run -s sandbox:playground -- PERSON`: the Playground's configuration for a person of the sandbox, as JSON, which is YAML too. */
const print = (key = '', ...rest: readonly string[]): 0 | 1 => {
  const person = Object.values(people).find((one) => one.key === key.toLowerCase());
  if (!person || rest.length > 0) {
    console.error(`usage: npm run -s sandbox:playground -- ${Object.keys(people).join('|')}`);
    return 1;
  }
  console.log(JSON.stringify(playgroundConfiguration(person), null, 2));
  return 0;
};

process.exitCode = print(...process.argv.slice(2));
