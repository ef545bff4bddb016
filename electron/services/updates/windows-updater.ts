import { createHash, timingSafeEqual } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Deployment } from '../../config/deployment.ts'
import type { HostSystem } from '../../platform/host-system.ts'
import { checkSignature } from './authenticode.ts'
import { feedAddress, RELEASE_FILE, type Release, readRelease } from './release.ts'
import type { Updater } from './update-service.ts'

/** A release file has a few hundred bytes; no more than this is read. */
const RELEASE_LIMIT_BYTES = 64 * 1024

/** The part of electron-updater that is used: finding, downloading and starting an installer. */
export interface InstallerSource {
  /** What the feed's own list offers. */
  offered(): Promise<{ readonly version: string; readonly hashes: readonly string[] }>
  /** Gives the file. */
  download(): Promise<string>
  install(): void
}

interface WindowsUpdaterParts {
  readonly updates: NonNullable<Deployment['updates']>
  /** The key that is pinned in this build; '' for none, and then there are no updates. */
  readonly publicKey: string
  readonly system: Pick<HostSystem, 'windows'>
  /** Rejects where the text is too long or can't be read. */
  readonly fetchText: (url: string, limitBytes: number) => Promise<string>
  readonly source: InstallerSource
  /** The present, in milliseconds since 1970. */
  readonly now: () => number
}

/** Updates of the packaged client on Windows, from the deployment's feed. */
export function windowsUpdater(parts: WindowsUpdaterParts): Updater {
  const { updates, publicKey, system, fetchText, source, now } = parts
  return {
    async offered() {
      const text = await fetchText(feedAddress(updates.feed, RELEASE_FILE), RELEASE_LIMIT_BYTES)
      return readRelease(text, publicKey, now())
    },
    async download(release) {
      // The feed's own list isn't signed, so it must agree with the signed release before anything is
      // downloaded.
      const { version, hashes } = await source.offered()
      if (version !== release.version || !hashes.includes(release.sha512)) {
        throw new Error('The feed offers another installer than the release names.')
      }
      return source.download()
    },
    async check(file: string, { sha512 }: Release) {
      await checkHash(file, sha512)
      await checkSignature(file, updates.publishers, system)
    },
    install: () => source.install(),
  }
}

/** Rejects unless the file has that SHA-512 (base64). Reads in pieces, so that nothing is blocked. */
async function checkHash(file: string, sha512: string): Promise<void> {
  const hash = createHash('sha512')
  await pipeline(createReadStream(file), hash)
  const [found, wanted] = [hash.digest(), Buffer.from(sha512, 'base64')]
  if (found.length !== wanted.length || !timingSafeEqual(found, wanted)) {
    throw new Error('The installer is not the one that the release names.')
  }
}
