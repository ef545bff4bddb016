/** Most characters of a scratch pad. The documents name no limit. */
export const SCRATCH_PAD_LIMIT = 50_000
