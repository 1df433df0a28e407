/** Teams drops what is too large; sources differ between 28 and 100 KB of UTF-16, so the smallest figure holds. */
export const MAX_PAYLOAD_BYTES = 28 * 1024;

/** Bytes as Teams counts them: two for each UTF-16 unit of the JSON. */
export const payloadBytes = (payload: unknown): number => JSON.stringify(payload).length * 2;
