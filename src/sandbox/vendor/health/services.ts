import { createHash } from 'node:crypto';

/** The vendor's services in the story with their permanent ids. */
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

/** The permanent id of a service; of one that only a script of a proof knows, a GUID made of its name. */
export const serviceId = (service: string): string =>
  services[service] ??
  createHash('sha256')
    .update(service)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');
