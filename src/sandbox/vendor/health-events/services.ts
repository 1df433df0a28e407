/** The vendor's services in the story with their permanent ids; a service that stands not here is a slip of the story. */
const services: Readonly<Record<string, string>> = {
  'Application Gateway': '101b1f2e-6f0c-4f6e-9a01-3c5d7e9f1b01',
  'Container Instances': '101b1f2e-6f0c-4f6e-9a01-3c5d7e9f1b02',
  'Cost Management': '101b1f2e-6f0c-4f6e-9a01-3c5d7e9f1b03',
  'Data Share': '101b1f2e-6f0c-4f6e-9a01-3c5d7e9f1b04',
  'Key Vault': '101b1f2e-6f0c-4f6e-9a01-3c5d7e9f1b05',
  'Network Infrastructure': '101b1f2e-6f0c-4f6e-9a01-3c5d7e9f1b06',
  'SQL Database': '101b1f2e-6f0c-4f6e-9a01-3c5d7e9f1b07',
  'Storage Accounts': '101b1f2e-6f0c-4f6e-9a01-3c5d7e9f1b08',
  Translator: '101b1f2e-6f0c-4f6e-9a01-3c5d7e9f1b09',
  'Virtual Machines': '101b1f2e-6f0c-4f6e-9a01-3c5d7e9f1b10',
};

/** @throws Error for a service that the story does not know */
export const serviceId = (service: string): string => {
  const id = services[service];
  if (id === undefined) throw new Error(`the story has no service ${service}`);
  return id;
};
