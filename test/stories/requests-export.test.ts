import { DAY, MINUTE } from '#platform/lib/clock.ts';
import { people } from '../../sandbox/world.ts';
import { acceptedFile, nameOfFile, offeredFile } from '../support/files.ts';
import { linesOf } from '../support/read-csv.ts';
import { channels, personalChat } from '../support/steward.ts';
import { PAST_MINIMUM } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

const s = steward();

/** What the list shows at once, and some more. */
const MANY = 10;
const withdrawn: string[] = [];
let granted: Awaited<ReturnType<typeof s.requestRole>>;
let denied: typeof granted;

beforeAll(async () => {
  granted = await s.requestApproved('ana', 'reader on payments for 2 days because =1+1 payouts fail');
  await s.cardOf(granted, 'Eligible until');
  denied = await s.requestRole('di', 'contributor on ledger for 2 days because I mend it');
  await s.pressDeny('bo', denied, 'not now');
  for (let number = 0; number < MANY; number += 1) {
    s.clock.advance(PAST_MINIMUM);
    const { ref } = await s.requestRole('ana', `contributor on gateway for ${number + 1} hours because I look`);
    await s.ask('ana', `cancel request ${ref}`, { where: personalChat('ana') });
    withdrawn.unshift(ref);
  }
});

const typed = (as: 'ana' | 'bo' | 'di' | 'fi', text: string, where = personalChat(as)) =>
  offeredFile(s, as, () => s.ask(as, text, { where }));
const linesFor = async (as: 'ana' | 'bo' | 'di' | 'fi', text: string) =>
  linesOf(await acceptedFile(s, as, await typed(as, text)));
const disclosures = () =>
  s.inStore((db) => db.selectFrom('audit').selectAll().where('event', '=', 'request list exported').execute());

describe('the list of requests, exported', () => {
  it('comes to the own chat as a file, with every request that the filters find and its reader may see', async () => {
    const before = (await disclosures()).length;
    const asked = await typed('bo', 'export requests granted on payments', channels.general);
    expect(nameOfFile(asked)).toMatch(/^requests-done-payments-\d{4}(-\d\d){5}-UTC\.csv$/);
    expect(asked.consents?.[0]?.description).toContain('Done · on Payments Production · 1 row');
    expect(await disclosures()).toHaveLength(before);
    const [line, ...more] = linesOf(await acceptedFile(s, 'bo', asked));
    expect(more).toEqual([]);
    expect(line).toMatchObject({
      ...{ request: granted.ref, kind: 'access.grant', state: 'done', role: 'reader', place: 'payments' },
      ...{ person: 'Ana Rossi', personId: people.ana.objectId, requestedBy: 'Ana Rossi' },
      // No spreadsheet takes it for a formula.
      ...{ reason: "'=1+1 payouts fail", approvedBy: 'Bo Lind', approvedById: people.bo.objectId, deniedBy: '' },
    });
    const lasting = Date.parse(line?.['validUntil'] ?? '') - Date.parse(line?.['decidedAt'] ?? '');
    expect(Math.round(lasting / MINUTE) * MINUTE).toBe(2 * DAY);
    const [disclosure] = (await disclosures()).slice(before);
    expect(disclosure?.actor).toBe(people.bo.objectId);
    expect(JSON.parse(disclosure?.detail_json ?? '{}')).toMatchObject({ place: 'payments', rows: 1, whole: true });
  });

  it('has every page of the list, newest first, at the button of any of them', async () => {
    const list = await s.ask('ana', 'requests on gateway', { where: personalChat('ana') });
    const asked = await offeredFile(s, 'ana', () => s.press('ana', list, 'requests.exportList'));
    const lines = linesOf(await acceptedFile(s, 'ana', asked));
    expect(lines.map(({ request }) => request)).toEqual(withdrawn);
    expect(new Set(lines.map(({ withdrawnBy }) => withdrawnBy))).toEqual(new Set(['Ana Rossi']));
    expect(new Set(lines.map(({ validUntil }) => validUntil))).toEqual(new Set(['']));
  });

  it('has of each reader what they may see, and of nobody else a word', async () => {
    expect((await linesFor('bo', 'export requests denied')).map(({ request }) => request)).toEqual([denied.ref]);
    const [own, ...others] = await linesFor('di', 'export requests');
    expect(own).toMatchObject({ request: denied.ref, deniedBy: 'Bo Lind', requestedBy: 'Di Meyer' });
    expect(others).toEqual([]);
    expect(await linesFor('fi', 'export requests by Ana Rossi')).toEqual([]);
  });

  it('has a button only where there is something to export', async () => {
    const list = await s.ask('bo', 'requests denied by Ana Rossi', { where: personalChat('bo') });
    expect(await s.offeredTo('bo', list)).not.toContain('requests.exportList');
    const all = await s.ask('bo', 'requests', { where: personalChat('bo') });
    expect(await s.offeredTo('bo', all)).toContain('requests.exportList');
  });
});
