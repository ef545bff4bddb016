export const MINIMUM_NODE: readonly number[]
export const MINIMUM_NPM: readonly number[]
export const MINIMUM_PINNED_NODE: readonly number[]
/** The first two numbers of a version such as `v20.20.2`. */
export function majorMinor(version: string): [number, number]
export function isAtLeast(version: string, minimum: readonly number[]): boolean
/** npm's version out of the user agent that npm sets for its scripts; null outside npm. */
export function npmVersionOf(userAgent: string | undefined): string | null
/** One line that says what is too old, or null. */
export function versionProblem(nodeVersion: string, npmVersion: string | null): string | null
