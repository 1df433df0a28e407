import { firstStage, many, putAny, script } from './health-script-support.ts';
import { eventPath, regionsOf } from './health-support.ts';
import { useSandbox } from './support.ts';

const running = useSandbox();

const refused = async (body: unknown): Promise<string> => {
  const reply = await putAny(running, body);
  expect([reply.status, reply.body.error.code]).toEqual([400, 'InvalidRequestContent']);
  return reply.body.error.message;
};
const [first] = [script('GOOD-1')];

test.each<[string, unknown, string]>([
  ['no field scripts', {}, 'scripts'],
  ['an empty list', { scripts: [] }, 'scripts'],
  ['more than 5,000', { scripts: many(5_001) }, 'scripts'],
  ['a name in small letters', { scripts: [{ ...first, name: 'good-1' }] }, 'scripts[0].name'],
  [
    'an unknown event type',
    { scripts: [first, { ...first, name: 'GOOD-2', eventType: 'Outage' }] },
    'scripts[1].eventType',
  ],
  ['an unknown field', { scripts: [{ ...first, colour: 'red' }] }, 'colour'],
  ['no stage', { scripts: [{ ...first, stages: [] }] }, 'scripts[0].stages'],
  ['a moment that is text', { scripts: [{ ...first, begins: 'now' }] }, 'scripts[0].begins'],
  ['an undocumented property', { scripts: [{ ...first, properties: { colour: 'red' } }] }, 'scripts[0].properties'],
  [
    'an impact that is no list',
    { scripts: [{ ...first, properties: { impact: {} } }] },
    'scripts[0].properties.impact',
  ],
  ['a repeated name', { scripts: [first, first] }, 'a name stands there twice'],
  [
    'stages out of order',
    { scripts: [{ ...first, stages: [firstStage, { at: -1, says: 'Earlier.' }] }] },
    'the stages must stand in the order of time',
  ],
  [
    'a region that is resolved before it is affected',
    { scripts: [{ ...first, stages: [{ at: 0, says: 'Well.', resolves: ['Atlantis'] }] }] },
    'a region must be in spreads before it can be in resolves',
  ],
])('the control route of scripts refuses %s and names the place', async (_, body, words) => {
  expect(await refused(body)).toContain(words);
});

test('the control route of scripts names the first five of many problems and the number of the others', async () => {
  const message = await refused({ scripts: many(50).map((each) => ({ ...each, title: 7 })) });
  expect([message.split('→').length - 1, message.endsWith('and 45 more')]).toEqual([5, true]);
});

test('the control route of scripts adds no script when one of several is refused', async () => {
  await putAny(running, { scripts: [script('HALF-1'), { ...script('HALF-2'), reach: 'nowhere' }] });
  expect((await running.get(eventPath('HALF-1'))).status).toBe(404);
});

test('the control route of scripts accepts five thousand scripts of a kilobyte each', async () => {
  const says = 'x'.repeat(1_000);
  expect((await putAny(running, { scripts: many(5_000, { stages: [{ ...firstStage, says }] }) })).status).toBe(200);
  expect(regionsOf((await running.get(eventPath('MANY-4999'))).body)).toEqual(['West Europe Active']);
});
