import { begun, many, putAny, script } from './health-script-support.ts';
import { regionsOf, tracked } from './health-support.ts';
import { startSandbox, stopAll } from './support.ts';

afterEach(stopAll);

describe('what is refused', () => {
  const refused = async (body: unknown): Promise<string> => {
    const reply = await putAny(await startSandbox(), body);
    expect([reply.status, reply.body.error.code]).toEqual([400, 'InvalidRequestContent']);
    return reply.body.error.message;
  };
  const [first] = [script('GOOD-1')];

  test.each<[string, unknown, string]>([
    ['no scripts', {}, 'scripts'],
    ['none', { scripts: [] }, 'scripts'],
    ['more than 5,000', { scripts: many(5_001) }, 'scripts'],
    ['a small letter', { scripts: [{ ...first, name: 'good-1' }] }, 'scripts[0].name'],
    [
      'an unknown word',
      { scripts: [first, { ...first, name: 'GOOD-2', eventType: 'Outage' }] },
      'scripts[1].eventType',
    ],
    ['an unknown field', { scripts: [{ ...first, colour: 'red' }] }, 'colour'],
    ['no stage', { scripts: [{ ...first, stages: [] }] }, 'scripts[0].stages'],
    ['a moment that is text', { scripts: [{ ...first, begins: 'now' }] }, 'scripts[0].begins'],
    ['a field of no document', { scripts: [{ ...first, properties: { colour: 'red' } }] }, 'scripts[0].properties'],
    [
      'an impact of another shape',
      { scripts: [{ ...first, properties: { impact: {} } }] },
      'scripts[0].properties.impact',
    ],
    ['a name twice', { scripts: [first, first] }, 'a name stands there twice'],
    [
      'stages out of order',
      { scripts: [{ ...first, stages: [begun, { at: -1, says: 'Earlier.' }] }] },
      'the stages must stand in the order of time',
    ],
    [
      'a region that is well before it was touched',
      { scripts: [{ ...first, stages: [{ at: 0, says: 'Well.', resolves: ['Atlantis'] }] }] },
      'a region must be in spreads before it can be in resolves',
    ],
  ])('%s, in words that say where', async (_, body, words) => {
    expect(await refused(body)).toContain(words);
  });

  test('says the first five of many problems', async () => {
    const message = await refused({ scripts: many(50).map((each) => ({ ...each, title: 7 })) });
    expect([message.split('→').length - 1, message.endsWith('and 45 more')]).toEqual([5, true]);
  });

  test('nothing is put in where one of many is refused', async () => {
    const running = await startSandbox();
    await putAny(running, { scripts: [script('HALF-1'), { ...script('HALF-2'), reach: 'nowhere' }] });
    expect((await running.get(tracked('HALF-1'))).status).toBe(404);
  });

  test('five thousand of a kilobyte each are taken', async () => {
    const running = await startSandbox();
    const says = 'x'.repeat(1_000);
    expect((await putAny(running, { scripts: many(5_000, { stages: [{ ...begun, says }] }) })).status).toBe(200);
    expect(regionsOf((await running.get(tracked('MANY-4999'))).body)).toEqual(['West Europe Active']);
  });
});
