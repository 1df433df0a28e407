import type { VerifiedActivity } from '#bot/gate/activity.ts';
import { createUnpressed } from '#bot/reply/unpressed.ts';
import { silentLog } from '#platform/lib/logger.ts';
import { loadTexts } from '#platform/texts/texts.ts';

it('each code of a failed single sign-on is told once, none that the client asks its person about, and no text of the client', () => {
  const unpressed = createUnpressed({ texts: loadTexts(), log: silentLog });
  const told: string[] = [];
  unpressed.onSignInFailed((code) => told.push(code));
  const codes = [
    'ResourceMatchFailed',
    'resourcematchfailed',
    'userconsentrequired',
    '<b>x</b>',
    undefined,
    'tokenmissing',
  ];
  for (const code of codes) {
    const activity = { type: 'invoke', name: 'signin/failure', value: code && { code } } as VerifiedActivity;
    expect(unpressed.answer(activity)).toEqual({ status: 200 });
  }
  expect(told).toEqual(['resourcematchfailed', 'unknown', 'tokenmissing']);
});
