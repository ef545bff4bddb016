/** Addresses of this machine: what goes there leaves it nowhere. */
const UNENCRYPTED = /^http:\/\/(?!(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?\/?$)/i

/** Whether what is sent to an origin can be read on its way (spec 5 §6.2). */
export const isUnencrypted = (origin: string): boolean => UNENCRYPTED.test(origin)
