import { HOUR } from '#platform/lib/clock.ts';
import { buttonsOf } from '../support/card-view.ts';
import { personalChat, wordsOf } from '../support/steward.ts';
import { answerOf, PAST_MINIMUM, shown } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

const s = steward();

const own = (person: 'ana' | 'bo' | 'cy' | 'di' | 'fi') => ({ where: personalChat(person) });
const refsIn = (text: string): string[] => text.match(/R-[0-9A-Z]{5,6}/g) ?? [];

describe('requests', () => {
  it('by state, person, place, role and time has those that fit, newest first, with who asked and who approved', async () => {
    const granted = await s.requestApproved('ana', 'reader on payments for 2 days because I look');
    await s.cardOf(granted, 'Eligible until');
    const denied = await s.requestRole('di', 'contributor on ledger for 2 days because I mend it');
    await s.pressDeny('bo', denied, 'not now');
    s.clock.advance(2 * HOUR);
    const waiting = await s.requestRole('ana', 'reader on staging for 2 days because I compare');

    const all = await s.reply('bo', 'requests', own('bo'));
    expect(refsIn(all)).toEqual([waiting.ref, denied.ref, granted.ref]);
    expect(all).toContain('Ana Rossi');
    expect(all).toContain('approved by Bo Lind');
    const lists = {
      'requests granted': [granted.ref],
      'requests denied': [denied.ref],
      'requests waiting, denied': [waiting.ref, denied.ref],
      'requests by Ana Rossi': [waiting.ref, granted.ref],
      'requests for Di Meyer': [denied.ref],
      'requests on payments': [granted.ref],
      'requests role contributor': [denied.ref],
      'requests since 1 hour': [waiting.ref],
      'requests open by Ana Rossi on staging role reader since yesterday': [waiting.ref],
      'requests denied by Ana Rossi': [],
    };
    for (const [typed, refs] of Object.entries(lists)) {
      expect([typed, refsIn(await s.reply('bo', typed, own('bo')))]).toEqual([typed, refs]);
    }
    expect(await s.reply('bo', 'requests denied by Ana Rossi', own('bo'))).toContain(
      shown('requests.list.empty.found'),
    );
    await s.ask('ana', `cancel request ${waiting.ref}`, own('ana'));
    expect(refsIn(await s.reply('bo', 'requests withdrawn', own('bo')))).toEqual([waiting.ref]);
  });

  it('has only what its reader may see, without a word of the rest', async () => {
    // Else what tells Di of the denial could come between the question and its answer.
    await s.message(
      personalChat('di'),
      (message) => ['Contributor on Ledger', 'Denied'].every((words) => wordsOf(message).includes(words)),
      'di',
    );
    expect(refsIn(await s.reply('di', 'requests', own('di')))).toHaveLength(
      1 + refsIn(await s.reply('di', 'requests by Ana Rossi', own('di'))).length,
    );
    const nobody = await s.reply('fi', 'requests', own('fi'));
    expect(nobody).toContain(shown('requests.list.empty.found'));
    expect(nobody).not.toMatch(/R-[0-9A-Z]{5}|Ana|Di Meyer/);
    expect(await s.reply('fi', 'requests by Ana Rossi', own('fi'))).toContain(shown('requests.list.empty.found'));
  });

  it('turns its pages on the same card, on and back', async () => {
    const asked: string[] = [];
    for (let number = 0; number < 10; number++) {
      s.clock.advance(PAST_MINIMUM);
      const wish = await s.requestRole(
        'ana',
        `contributor on gateway for ${number + 1} hours because I look`,
        personalChat('ana'),
      );
      await s.ask('ana', `cancel request ${wish.ref}`, own('ana'));
      asked.unshift(wish.ref);
    }
    const first = await s.ask('ana', 'requests on gateway', own('ana'));
    expect(refsIn(wordsOf(first))).toEqual(asked.slice(0, 8));
    const next = buttonsOf(first).find(({ title }) => title === 'Next');
    const second = await s.teams.act('ana', first.id, 'requests.found', next?.data ?? {});
    expect(refsIn(answerOf(second))).toEqual(asked.slice(8));
    const back = buttonsOf({ cards: [second.body?.value] } as never).find(({ title }) => title === 'Previous');
    expect(refsIn(answerOf(await s.teams.act('ana', first.id, 'requests.found', back?.data ?? {})))).toEqual(
      asked.slice(0, 8),
    );
  });

  it('says what it cannot read, and what it knows', async () => {
    expect(await s.reply('bo', 'requests on mars', own('bo'))).toContain('payments, staging, ledger');
    expect(await s.reply('bo', 'requests role king', own('bo'))).toContain('contributor');
    expect(await s.reply('bo', 'requests since the flood', own('bo'))).toContain('the flood');
  });

  it.each([
    ['what has been requested this week', 'since'],
    ['what did Di Meyer ask for', 'by Di Meyer'],
    ["who approved Ana's access", 'for Ana Rossi'],
    ['which requests were denied this week', 'Denied'],
  ])('“%s” leads there', async (typed, says) => {
    const list = await s.reply('bo', typed, own('bo'));
    expect(list).toContain(shown('requests.list.title'));
    expect(list).toContain(says);
  });
});

describe('what changed', () => {
  it('on a place has grants and removals there and below, newest first, and no other request', async () => {
    s.clock.advance(48 * HOUR);
    const below = await s.requestApproved('di', 'reader on ledger for 2 days because I look');
    await s.cardOf(below, 'Eligible until');
    s.clock.advance(PAST_MINIMUM);
    const elsewhere = await s.requestApproved('di', 'reader on staging for 2 days because I look');
    await s.cardOf(elsewhere, 'Eligible until');
    const waits = await s.requestRole('di', 'contributor on payments for 2 days because I look');
    const form = await s.ask('bo', 'remove access reader on ledger of Di Meyer because the work is done');
    await s.sendForm('bo', form, {});
    await s.cardOf(below, 'Removed by Bo Lind');

    const changed = await s.reply('bo', 'what changed on payments', own('bo'));
    expect(changed).toContain(shown('requests.list.changedAt', { place: 'Payments Production' }));
    expect(changed).toContain('Removal of Reader on Ledger from Di Meyer');
    expect(changed).toContain('approved by Bo Lind');
    expect(refsIn(changed).at(-1)).toBe(below.ref);
    expect(refsIn(changed)).toHaveLength(2);
    expect(refsIn(await s.reply('bo', 'what changed on staging', own('bo')))).toEqual([elsewhere.ref]);
    expect(refsIn(await s.reply('bo', 'what changed since yesterday', own('bo')))).toHaveLength(3);
    expect(refsIn(await s.reply('bo', 'what changed on payments since 1 minute ago', own('bo')))).toHaveLength(1);
    expect(await s.reply('fi', 'what changed on payments', own('fi'))).toContain(shown('requests.list.empty.changed'));
    expect(refsIn(await s.reply('bo', 'did anybody change something on ledger', own('bo')))).toHaveLength(2);
    await s.ask('di', `cancel request ${waits.ref}`, own('di'));
  });
});

describe('History on the card of a request', () => {
  const HISTORY = 'requests.history';

  it('shows whoever may see the request what happened to it, its extension by name too, and leads back to the card', async () => {
    const asked = await s.requestApproved('ana', 'reader on vault for 2 days because I look');
    await s.cardOf(asked, 'Eligible until');
    const extend = await s.ask('ana', 'extend reader on vault for 1 day because I look on', own('ana'));
    const extension = await s.sendRequest('ana', extend);
    const card = await s.cardOf(asked, `Extension ${extension.ref} waits`);
    for (const who of ['ana', 'bo'] as const) expect(await s.offeredTo(who, card)).toContain(HISTORY);
    for (const who of ['di', 'fi', 'ed'] as const) expect(await s.offeredTo(who, card)).not.toContain(HISTORY);
    expect(buttonsOf(card).map(({ verb }) => verb)).not.toContain(HISTORY);

    const history = await s.press('bo', card, HISTORY);
    expect(answerOf(history)).toContain(`Extension ${extension.ref}: Ana Rossi requested it`);
    const back = buttonsOf({ cards: [history.body?.value] } as never).find(({ title }) => title === 'Back');
    const again = answerOf(await s.teams.act('bo', card.id, 'change.view', back?.data ?? {}));
    expect(again).toContain('Reader on Ledger Vault');
    expect(again).not.toContain(shown('changes.why.nothing'));
    await s.pressDeny('bo', extension, 'the vault is fine');
  });

  it('says until when an extension extended it', async () => {
    s.vendor.faults.set({ kind: 'adjacent-assignments' });
    const asked = await s.requestApproved('ana', 'contributor on vault for 2 days because I look');
    await s.cardOf(asked, 'Eligible until');
    const extend = await s.ask('ana', 'extend contributor on vault for 1 day because I look on');
    const extension = await s.sendRequest('ana', extend);
    await s.pressApprove('bo', extension);
    const card = await s.cardOf(asked, `Extended by ${extension.ref}`);
    expect(answerOf(await s.press('ana', card, HISTORY))).toMatch(
      new RegExp(`Extended by ${extension.ref} until \\w{3} \\d+ Nov`),
    );
  });
});
