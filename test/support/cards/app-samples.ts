import { profileCard, viewProfile } from '#features/apps/cards/profile-card.ts';
import { type CardSample, sample, words } from './sample.ts';

const profile = {
  ...{ display_name: 'Steward', name: 'steward-bot', email: 'steward@northwind.example', origin: 'appcenter' },
};
const on = (day: string): number => Date.parse(`${day}T12:00:00Z`);

/** Whose token works on apps. */
export const appSamples: readonly CardSample[] = [
  sample('a user token’s account in apps', profileCard, viewProfile(profile, on('2026-11-22'), words)),
  sample(
    'a read-only token’s account in apps',
    profileCard,
    viewProfile({ ...profile, permissions: ['viewer'] }, on('2025-01-01'), words),
  ),
];
