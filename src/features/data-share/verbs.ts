export const sharesVerbs = { syncs: 'shares.syncs', settings: 'shares.settings' } as const;
