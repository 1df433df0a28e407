/** Teams drops what is too large; sources differ between 28 and 100 KB of UTF-16, so the smallest figure holds. */
export const MAX_PAYLOAD_BYTES = 28 * 1024;

/** Bytes of a JSON text as Teams counts them: two for each UTF-16 unit. */
export const utf16Bytes = (json: string): number => json.length * 2;

/** The same of a payload that is not written yet. */
export const payloadBytes = (payload: unknown): number => utf16Bytes(JSON.stringify(payload));
