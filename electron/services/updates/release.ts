import * as z from 'zod/mini'
import { isOlderVersion } from '#shared/domain/update.ts'
import { openSignedFile } from '../../config/signed-file.ts'

/** The content of `release.json`, which is signed like the deployment's configuration. */
const releaseSchema = z.object({
  version: z.string().check(z.regex(/^\d{1,5}\.\d{1,5}\.\d{1,5}$/)),
  /** Of the installer, in base64. */
  sha512: z.string().check(z.regex(/^[A-Za-z0-9+/]{86}==$/)),
  /**
   * When the release expires. Otherwise a feed could offer an old one for ever. A file without this is
   * refused.
   */
  expires: z.iso.datetime(),
})
export type Release = z.output<typeof releaseSchema>

export const RELEASE_FILE = 'release.json'

/** How long a signed release is valid, in days. Ours: it is signed again before that. */
export const RELEASE_DAYS = 90

/**
 * The end of a release that is signed at this time, in milliseconds since 1970.
 * @tooling scripts/package-windows.ts signs releases
 */
export const releaseExpiry = (signedAt: number): string =>
  new Date(signedAt + RELEASE_DAYS * 86_400_000).toISOString()

/**
 * The release in a signed file.
 *
 * @param publicKey the key that is pinned in this build
 * @param now in milliseconds since 1970
 * @throws where it isn't signed with that key, is no release, or has expired
 */
export function readRelease(file: string, publicKey: string, now: number): Release {
  const release = z.parse(releaseSchema, JSON.parse(openSignedFile(file, publicKey)))
  if (now >= Date.parse(release.expires)) {
    throw new Error(`The feed's release ${release.version} has expired (${release.expires}).`)
  }
  return release
}

/** Whether a release is newer than what runs. An older one is never installed, even if it is signed. */
export function isNewerRelease({ version }: Pick<Release, 'version'>, running: string): boolean {
  return isOlderVersion(running, version)
}

/** The address of a feed's file. */
export function feedAddress(feed: string, name: string): string {
  return new URL(name, feed.endsWith('/') ? feed : `${feed}/`).href
}
