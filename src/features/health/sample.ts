import { HOUR, MINUTE } from '../../lib/clock.ts';
import type { HealthItem } from './item.ts';
import { kindOf, priorityOf } from './kind.ts';

const type = 'ServiceIssue';
const level = 'warning';
const service = { name: 'Key Vault' };

/** Made up, for `test alert`; it touches nobody's subscription. @param now milliseconds since 1970 */
export const sampleItem = (now: number): HealthItem => ({
  id: 'TEST-1AA',
  type,
  level,
  open: true,
  rank: priorityOf(kindOf({ type }), level, true),
  startedAt: now - HOUR,
  updatedAt: now - MINUTE,
  services: [service.name],
  regions: [{ name: 'West Europe', open: true }],
  further: { services: 0, regions: 0 },
  subscriptions: [],
  hidden: false,
  title: '',
  text: '',
  links: [],
  made: true,
});
