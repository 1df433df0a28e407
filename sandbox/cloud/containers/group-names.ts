import { type GroupBody, refused } from './group-body.ts';

const NAME = /^(?=.{1,63}$)[a-z0-9]+(-[a-z0-9]+)*$/;
const NAME_RULE =
  'It can contain only lowercase letters, numbers and single hyphens between them, and is at most 63 characters long.';
const LABEL = /^[a-z][a-z0-9-]{3,61}[a-z0-9]$/;
const LABEL_RULE =
  'It can contain only lowercase letters, numbers and hyphens. The first character must be a letter. The last character must be a letter or number. The value must be between 5 and 63 characters long.';

/** @throws Refusal for a name that the public service does not take */
export const checkNames = (
  name: string,
  { properties: { containers, initContainers = [], ipAddress: address } }: GroupBody,
) => {
  if (!NAME.test(name))
    throw refused('InvalidContainerGroupName', `The container group name '${name}' is invalid. ${NAME_RULE}`, 'name');
  const wrong = [...containers, ...initContainers].find((one) => !NAME.test(one.name));
  if (wrong)
    throw refused('InvalidContainerName', `The container name '${wrong.name}' is invalid. ${NAME_RULE}`, 'containers');
  const label = address?.dnsNameLabel;
  if (label === undefined || LABEL.test(label)) return;
  const message = `The DNS name label '${label}' in container group '${name}' is invalid. ${LABEL_RULE}`;
  throw refused('InvalidDnsNameLabel', message, 'ipAddress.dnsNameLabel');
};
