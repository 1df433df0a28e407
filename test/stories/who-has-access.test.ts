import { DAY } from '#platform/lib/clock.ts';
import { PAGE_ROWS } from '#teams/cards/list.ts';
import { people } from '../../sandbox/world.ts';
import { acceptedFile, nameOfFile, offeredFile } from '../support/files.ts';
import { linesOf } from '../support/read-csv.ts';
import { channels, personalChat, wordsOf } from '../support/steward.ts';
import { plain, shown } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

const s = steward();
const bosChat = personalChat('bo');

const said = (as: 'bo', text: string) => s.reply(as, text, { where: personalChat(as) });

beforeAll(async () => {
  for (const [who, what] of [
    ['ana', 'contributor on staging'],
    ['di', 'reader on staging'],
  ] as const) {
    const asked = await s.requestApproved(who, `${what} for 2 days because I look`);
    await s.cardOf(asked, 'Eligible until');
  }
});

describe('who has access', () => {
  it('shows one role, where a role is named', async () => {
    const answer = await said('bo', 'who has access to staging as contributor');
    expect(answer).toContain('Who is eligible on Payments Staging · Contributor');
    expect(answer).toContain('Ana Rossi');
    expect(answer).not.toContain('Di Meyer');
  });

  it('shows one person, where one is named', async () => {
    const answer = await said('bo', 'who has access to staging of Di Meyer');
    expect(answer).toContain('Who is eligible on Payments Staging · Di Meyer');
    expect(answer).toContain('Reader on Payments Staging');
    expect(answer).not.toContain('Contributor on');
  });

  it('shows what one person has everywhere', async () => {
    const answer = await said('bo', 'what access has Ana Rossi');
    expect(answer).toContain('What Ana Rossi is eligible for');
    expect(answer).toContain('Contributor on Payments Staging');
    expect(answer).not.toContain('Di Meyer');
  });

  it('has Remove in the rows of whoever may remove, which opens the form for that role', async () => {
    const list = await s.ask('bo', 'who has access to staging as contributor of Ana Rossi', { where: bosChat });
    expect(await s.offeredTo('bo', list)).toContain('access.removeOne');
    const form = await s.pressForForm('bo', list, 'access.removeOne');
    expect(wordsOf(form)).toContain('Contributor on Payments Staging');
    expect(wordsOf(form)).toContain('Ana Rossi');
    await s.ask('bo', 'never mind', { where: bosChat });
    const other = await s.ask('di', 'who has access to staging as contributor', { where: personalChat('di') });
    expect(await s.offeredTo('di', other)).not.toContain('access.removeOne');
  });
});

const disclosures = () =>
  s.inStore((db) => db.selectFrom('audit').selectAll().where('event', '=', 'access list exported').execute());

describe('who has access, exported', () => {
  it('comes to the own chat as a file, with the request of each role and who approved it', async () => {
    const before = (await disclosures()).length;
    const asked = await offeredFile(s, 'bo', () =>
      s.ask('bo', 'export who has access to staging as contributor', { where: channels.general }),
    );
    expect(nameOfFile(asked)).toMatch(/^who-has-access-staging-contributor-\d{4}(-\d\d){5}-UTC\.csv$/);
    expect(await disclosures()).toHaveLength(before);
    const lines = linesOf(await acceptedFile(s, 'bo', asked));
    const [ana] = lines.filter(({ personId }) => personId === people.ana.objectId);
    expect(ana).toMatchObject({ person: 'Ana Rossi', role: 'Contributor', place: 'Payments Staging', held: 'direct' });
    expect(ana?.['request']).toMatch(/^R-[0-9A-Z]{5}$/);
    expect(ana?.['approvedBy']).toBe('Bo Lind');
    expect(Date.parse(ana?.['until'] ?? '') - Date.parse(ana?.['since'] ?? '')).toBe(2 * DAY);
    expect(new Set(lines.map(({ role }) => role))).toEqual(new Set(['Contributor']));
    const [disclosure] = (await disclosures()).slice(before);
    expect(disclosure?.actor).toBe(people.bo.objectId);
    expect(JSON.parse(disclosure?.detail_json ?? '{}')).toMatchObject({
      ...{ place: 'staging', role: 'contributor', rows: lines.length, whole: true },
    });
  });

  it('has every page of the list, at the button of any of them', async () => {
    const list = await s.ask('bo', 'who has access to payments', { where: bosChat });
    const asked = await offeredFile(s, 'bo', () => s.press('bo', list, 'access.exportList'));
    const lines = linesOf(await acceptedFile(s, 'bo', asked));
    const [, pages = ''] = /of (\d+)/.exec(wordsOf(list)) ?? [];
    expect(Math.ceil(lines.length / PAGE_ROWS)).toBe(Number(pages));
    const shown = wordsOf(list) + (await s.pressTitled('bo', list, plain('cards.list.next')));
    expect(lines.filter(({ person = '', role }) => !shown.includes(`${person}\n${role} on `))).toEqual([]);
    expect(new Set(lines.map(({ held }) => held))).toEqual(new Set(['direct', 'group', 'inherited']));
  });

  it('says that it is incomplete, where the vendor’s list breaks off', async () => {
    s.vendor.faults.set({ kind: 'skip-token-expired', operation: 'listEligibilitySchedules' });
    const asked = await offeredFile(s, 'bo', () =>
      s.ask('bo', 'export who has access to payments', { where: bosChat }),
    );
    expect(nameOfFile(asked)).toMatch(/^who-has-access-payments-incomplete-\d{4}(-\d\d){5}-UTC\.csv$/);
    expect(asked.consents?.[0]?.description).toContain('INCOMPLETE');
  });

  it('is refused to whoever may not see the list, also between the file and the consent', async () => {
    const asked = await offeredFile(s, 'di', () =>
      s.ask('di', 'export who has access to staging', { where: personalChat('di') }),
    );
    const before = (await disclosures()).length;
    await s.replaceInPolicy('access:\n', 'access:\n  list: [platform]\n');
    await s.teams.consent('di', asked.id, 0, true);
    await s.message(personalChat('di'), shown('access.who.refused'));
    const { files } = await s.message(personalChat('di'), ({ id }) => id === asked.id);
    expect(files ?? []).toEqual([]);
    expect(await disclosures()).toHaveLength(before);
    const text = 'export who has access to staging';
    expect(await s.reply('di', text, { where: personalChat('di') })).toContain(shown('access.who.refused'));
  });
});
