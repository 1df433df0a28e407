/** The folder of all data of sandbox mode, below the working directory. */
export const sandboxFolder = './data/sandbox';

export const sandboxDatabaseUrl = `sqlite:${sandboxFolder}/steward.db`;

export const sandboxLogFile = 'data/sandbox/steward.log';

export const sandboxPolicyFile = `${sandboxFolder}/policy.yaml`;
