/** Replaced by the build with FIELDWORK_DEPLOYMENT_KEY; see scripts/build-desktop.ts. */
declare const __FIELDWORK_DEPLOYMENT_KEY__: string | undefined

/**
 * The key by which this build trusts signed configurations: base64 of an Ed25519 key's SPKI form; '' for
 * none.
 */
export const PINNED_KEY: string =
  typeof __FIELDWORK_DEPLOYMENT_KEY__ === 'string' ? __FIELDWORK_DEPLOYMENT_KEY__ : ''
