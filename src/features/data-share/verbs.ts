export const sharesVerbs = { names: 'shares.names', syncs: 'shares.syncs', settings: 'shares.settings' } as const;
