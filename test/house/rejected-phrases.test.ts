import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './source.ts';

/** What first-time users stumbled over; each was replaced by what the field says. */
const REJECTED = [
  'What goes on',
  'All I can do',
  'stays true',
  'I do not know that',
  'offers you nothing called',
  'asking to become eligible',
  'beyond this the form shows',
  'Answer by',
  'Take back',
  'was put away',
  'Which row, from the top',
  'At this moment',
  'will be told',
  'wants to hear of',
  'No news in the thread',
  'well again',
  'What became of',
  'is heard of here',
  'are on no bill yet',
  'Of the net,',
  'Only those with',
  'Text that they hold',
  'What else should hold',
  'Look above all',
  'keep this from being sent',
  'for a new group only',
  'How it is now',
  'Show everything',
  'I decide.',
  'Find out by itself',
  'Those of the language',
  'is said by the policy',
  'Below each stands',
  'is being asked already',
  'decided this before',
  'That did not work',
];

const FOLDER = join(ROOT, 'src/platform/texts/en');
const texts = readdirSync(FOLDER).map((file) => [file, readFileSync(join(FOLDER, file), 'utf8')] as const);

it.each(REJECTED)('no text says “%s”', (phrase) => {
  expect(texts.filter(([, text]) => text.includes(phrase)).map(([file]) => file)).toEqual([]);
});
