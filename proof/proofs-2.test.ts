import { testShare } from './short-tier.ts';

testShare(2);
