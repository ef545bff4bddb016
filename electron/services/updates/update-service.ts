import { HostFailure } from '../host-failure.ts'
import type { Report } from '../log.ts'
import type { Cancel, Scheduler } from '../scheduler.ts'
import type { FeedSilence } from './feed-silence.ts'
import { isNewerRelease, type Release } from './release.ts'

/** Time between two looks at the feed, in milliseconds. Ours. */
const UPDATE_LOOK_MS = 4 * 3_600_000

/** The first look comes later, so as not to slow down the start. */
const FIRST_LOOK_MS = 60_000

export const IN_MEETING = 'The update waits until the meeting is over.'
export const NO_UPDATE = 'No update is waiting.'

/** How updates are fetched, checked and installed. */
export interface Updater {
  /** The release that the feed offers, checked by its signature. Rejects where it can't be trusted. */
  offered(): Promise<Release>
  /** Downloads its installer and answers the file. */
  download(release: Release): Promise<string>
  /** Rejects unless the file belongs to the release and is signed by the publisher. */
  check(file: string, release: Release): Promise<void>
  /** Ends the client, installs, and starts it again. */
  install(): void
}

interface UpdateParts {
  /** Null where this installation has no updates. Throws where its configuration can't be trusted. */
  readonly updater: () => Promise<Updater | null> | Updater | null
  readonly version: string
  readonly isInMeeting: () => boolean
  readonly onReady: (version: string) => void
  readonly silence: Pick<FeedSilence, 'heard' | 'days'>
  /** Called at each look once the feed has been silent for long enough. */
  readonly onSilent: (days: number) => void
  readonly scheduler: Scheduler
  readonly report: Report
}

/**
 * The client's updates. Each is checked against the signed release twice: after the download and before it
 * runs. What fails isn't installed. The page decides when (spec 1 §6: a companion device does it by itself),
 * but never while a meeting's window is open.
 */
export class UpdateService {
  readonly #parts: UpdateParts
  #ready: { readonly updater: Updater; readonly release: Release; readonly file: string } | null = null
  #looking = false

  constructor(parts: UpdateParts) {
    this.#parts = parts
  }

  /** Looks regularly, until the returned function is called. */
  watch(): Cancel {
    const { scheduler } = this.#parts
    const stopFirst = scheduler.after(FIRST_LOOK_MS, () => void this.look())
    const stop = scheduler.every(UPDATE_LOOK_MS, () => void this.look())
    return () => {
      stopFirst()
      stop()
    }
  }

  /** Looks once. Never rejects: a failure is reported, and the next look comes soon. */
  async look(): Promise<void> {
    if (this.#looking) return
    this.#looking = true
    let hasFeed = true
    try {
      hasFeed = await this.#fetch()
    } catch (error) {
      this.#parts.report('no update was taken', error)
    } finally {
      this.#looking = false
    }
    const days = hasFeed ? this.#parts.silence.days() : null
    if (days !== null) this.#parts.onSilent(days)
  }

  /**
   * Restarts into the update. Throws `HostFailure`: `denied` in a meeting, `failed` where none waits or its
   * file has changed.
   */
  async install(): Promise<void> {
    if (!this.#ready) throw new HostFailure('failed', NO_UPDATE)
    this.#refuseInMeeting()
    const { updater, release, file } = this.#ready
    try {
      await updater.check(file, release)
    } catch (error) {
      this.#ready = null
      this.#parts.report('an update was changed after it had come, and is not installed', error)
      throw new HostFailure('failed', NO_UPDATE)
    }
    this.#refuseInMeeting()
    updater.install()
  }

  #refuseInMeeting(): void {
    if (this.#parts.isInMeeting()) throw new HostFailure('denied', IN_MEETING)
  }

  /** Fetches an update; answers whether there is a feed. */
  async #fetch(): Promise<boolean> {
    const updater = await this.#parts.updater()
    if (!updater) return false
    const release = await updater.offered()
    this.#parts.silence.heard(release)
    await this.#take(updater, release)
    return true
  }

  async #take(updater: Updater, release: Release): Promise<void> {
    const known = this.#ready?.release.version ?? this.#parts.version
    if (!isNewerRelease(release, known)) {
      if (this.#ready) this.#parts.onReady(this.#ready.release.version)
      return
    }
    const file = await updater.download(release)
    await updater.check(file, release)
    this.#ready = { updater, release, file }
    this.#parts.report(`the update ${release.version} is ready`)
    this.#parts.onReady(release.version)
  }
}
