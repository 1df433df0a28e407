import { wordsOf, personalChat } from '../support/steward.ts';
import { steward } from '../support/story-steward.ts';

const s = steward();

it('shows', async () => {
  console.log(wordsOf(await s.ask('ana', 'request role contributor on payments for 5 days')));
  const a = await s.ask('ana', 'request roles reader, contributor on payments and staging for 3 days because I look into it');
  console.log(wordsOf(a));
  const c = await s.ask('bo', 'request kit on-call for Ana Rossi and Di Meyer for 400 days because they are on call');
  console.log(wordsOf(c));
  console.log(wordsOf(await s.ask('ana', 'request roles', {where: personalChat('ana')})));
});
