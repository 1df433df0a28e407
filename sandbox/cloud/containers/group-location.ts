import type { Namespace } from '../operation.ts';
import { GatewayRefusal } from '../web/gateway-refusals.ts';
import type { GroupBody } from './group-body.ts';

/** Where the public service has container groups, as its own refusal lists them. */
const REGIONS =
  'westcentralus,westus,eastus,westeurope,westus2,northeurope,southeastasia,eastus2,centralus,australiaeast,uksouth,southcentralus,centralindia,brazilsouth,southindia,northcentralus,eastasia,canadacentral,japaneast,koreacentral'.split(
    ',',
  );

/** `West Europe` is `westeurope`. */
const plain = (location: string): string => location.replaceAll(' ', '').toLowerCase();

/** The public service needs a location that it has; the document leaves it open (docs/sources.md, Container groups). @throws GatewayRefusal */
export const checkLocation = (namespace: Namespace, { location }: GroupBody): void => {
  if (namespace !== 'Microsoft') return;
  if (location === undefined)
    throw new GatewayRefusal(400, 'LocationRequired', 'The location property is required for this definition.');
  if (REGIONS.includes(plain(location))) return;
  const message = `The provided location '${location}' is not available for resource type '${namespace}.ContainerInstance/containerGroups'. List of available regions for the resource type is '${REGIONS.join(',')}'.`;
  throw new GatewayRefusal(400, 'LocationNotAvailableForResourceType', message);
};
