/** Where sandbox mode keeps all that was said and done, below the folder that it is started in. */
export const sandboxFolder = './data/sandbox';

export const sandboxDatabaseUrl = `sqlite:${sandboxFolder}/steward.db`;
