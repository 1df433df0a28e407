import { areas } from '#cli/doctor/areas.ts';
import { features } from '#features/index.ts';

it('the doctor does the probes of every feature that has some', () => {
  const probed = features.filter(({ probes }) => probes !== undefined).map(({ name }) => name);
  expect(probed.toSorted()).toEqual([...areas].toSorted());
});
