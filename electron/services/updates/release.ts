import * as z from 'zod/mini'
import { isOlderVersion } from '#shared/domain/update.ts'
import { openSignedFile } from '../../config/signed-file.ts'

/** What a feed offers: `release.json`, signed like the deployment's configuration. */
const releaseSchema = z.object({
  version: z.string().check(z.regex(/^\d{1,5}\.\d{1,5}\.\d{1,5}$/)),
  /** Of the installer, in base64. */
  sha512: z.string().check(z.regex(/^[A-Za-z0-9+/]{86}==$/)),
})
export type Release = z.output<typeof releaseSchema>

export const RELEASE_FILE = 'release.json'

/**
 * The release that a signed file names.
 *
 * @param publicKey the key that is pinned in this build
 * @throws where it isn't signed with that key, or names no release
 */
export function readRelease(file: string, publicKey: string): Release {
  return z.parse(releaseSchema, JSON.parse(openSignedFile(file, publicKey)))
}

/** Whether a release is to be taken: newer than what runs. An older one is never taken, also when it is signed. */
export function isNewerRelease({ version }: Release, running: string): boolean {
  return isOlderVersion(running, version)
}

/** The address of a feed's file. */
export function feedAddress(feed: string, name: string): string {
  return new URL(name, feed.endsWith('/') ? feed : `${feed}/`).href
}
