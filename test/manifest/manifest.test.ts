import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { areaChecks, areas } from '#cli/doctor/policy.ts';
import { features, policySections } from '#features/index.ts';
import { readPolicy } from '#policy/file/read-policy.ts';

const folder = join(import.meta.dirname, '..', '..', 'manifest');
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

describe('the app package', () => {
  const manifest = JSON.parse(read('manifest.json'));

  const lists: { scopes: string[]; commands: { title: string; description: string }[] }[] =
    manifest.bots[0].commandLists;
  it('has one list for each place where the bot can be', () => {
    expect(lists.map(({ scopes }) => scopes)).toEqual(manifest.bots[0].scopes.map((scope: string) => [scope]));
  });

  it('offers every message action that the bot knows in the menu of messages, and no other', () => {
    const actions = features.flatMap(({ messageActions: list = [] }) => list);
    const [extension] = manifest.composeExtensions;
    expect(extension.commands.map(({ id }: { id: string }) => id).sort()).toEqual(
      actions.map(({ name }) => name).sort(),
    );
    for (const command of extension.commands) {
      expect(command).toMatchObject({ type: 'action', context: ['message'], fetchTask: true });
      expect(command.title).toContain(manifest.name.short);
      expect(command.title.length).toBeLessThanOrEqual(32);
      expect(command.description.length).toBeLessThanOrEqual(128);
    }
    expect(extension.botId).toBe(manifest.bots[0].botId);
  });

  it('leads “Add” to a team first, since Steward works in channels', () => {
    expect(manifest).toMatchObject({ defaultInstallScope: 'team', defaultGroupCapability: { team: 'bot' } });
    expect(manifest.bots[0].scopes).toContain(manifest.defaultInstallScope);
  });

  it('keeps within the limits of the manifest', () => {
    for (const { title, description } of lists.flatMap((list) => list.commands)) {
      expect(title.length).toBeLessThanOrEqual(32);
      expect(description.length).toBeLessThanOrEqual(128);
    }
    for (const list of lists) expect(list.commands.length).toBeLessThanOrEqual(12);
    expect(manifest.name.short.length).toBeLessThanOrEqual(30);
    expect(manifest.description.short.length).toBeLessThanOrEqual(80);
  });

  it('carries icons of the sizes that Teams wants', () => {
    const size = (name: string): number[] => {
      const png = readFileSync(join(folder, name));
      return [png.readUInt32BE(16), png.readUInt32BE(20)];
    };
    expect(size('color.png')).toEqual([192, 192]);
    expect(size('outline.png')).toEqual([32, 32]);
  });
});

describe('the example policy', () => {
  const example = read('policy.example.yaml');
  const readWhole = (text: string) => {
    const reading = readPolicy(text, policySections, undefined);
    if (!reading.ok) throw new Error(JSON.stringify(reading.problems));
    return reading.policy;
  };

  it('as it is makes the doctor read one thing of the vendor: the roles at its one place', () => {
    const checks = areaChecks(readWhole(example), 0).map(({ title }) => title);
    expect(checks).toEqual([{ text: 'doctor.area.access', values: { title: 'Production' } }]);
  });

  it('with everything switched on has no problem, and a section for each area that the doctor reads', () => {
    const checks = areaChecks(readWhole(example.replace(/^#(?! \S)/gm, '')), 0);
    const read = new Set(checks.map(({ title }) => title.text.replace('doctor.area.', '')));
    expect([...read].sort()).toEqual(areas.filter((area) => area !== 'apps').sort());
  });
});
