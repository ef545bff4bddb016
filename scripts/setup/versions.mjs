/** Oldest Node and npm that the set-up runs on; everything after it runs on the pinned Node. */
export const MINIMUM_NODE = [20, 20]
export const MINIMUM_NPM = [10, 0]
/** Oldest Node that runs the TypeScript scripts. */
export const MINIMUM_PINNED_NODE = [24, 0]

/**
 * The first two numbers of a version such as `v20.20.2`.
 * @param {string} version
 * @returns {[number, number]}
 */
export function majorMinor(version) {
  const [major = '0', minor = '0'] = version.replace(/^v/, '').split('.')
  return [Number.parseInt(major, 10) || 0, Number.parseInt(minor, 10) || 0]
}

/**
 * @param {string} version
 * @param {number[]} minimum
 */
export function isAtLeast(version, minimum) {
  const [major, minor] = majorMinor(version)
  return major > minimum[0] || (major === minimum[0] && minor >= minimum[1])
}

/**
 * npm's version out of the user agent that npm sets for its scripts; null outside npm.
 * @param {string | undefined} userAgent
 */
export function npmVersionOf(userAgent) {
  return /(?:^| )npm\/(\S+)/.exec(userAgent || '')?.[1] ?? null
}

/**
 * One line that says what is too old, or null.
 * @param {string} nodeVersion
 * @param {string | null} npmVersion null where it isn't known
 */
export function versionProblem(nodeVersion, npmVersion) {
  if (!isAtLeast(nodeVersion, MINIMUM_NODE)) {
    return `Fieldwork needs Node ${MINIMUM_NODE.join('.')} or newer; this is ${nodeVersion}. Get one from https://nodejs.org.`
  }
  if (npmVersion !== null && !isAtLeast(npmVersion, MINIMUM_NPM)) {
    return `Fieldwork needs npm ${MINIMUM_NPM[0]} or newer; this is ${npmVersion}. Run: npm install --global npm@11`
  }
  return null
}
