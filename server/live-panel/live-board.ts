import { LIVE_PUSH_MS } from '#shared/domain/live-panel.ts'
import type { livePanelHub } from '#shared/hubs/live-panel.ts'
import type { Background } from '../background.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { outsideUnits } from '../db/unit-of-work.ts'
import { SerialQueue } from '../hubs/serial-queue.ts'
import type { HubConnection } from '../hubs/types.ts'
import type { Viewer } from '../people/scope.ts'
import { type KnownPerson, knownPeople, type LiveFacts, statsFor, statusFor } from './rows.ts'
import { isWithin, linesOf, type Watcher, watchersOf } from './scope.ts'

type Connection = HubConnection<typeof livePanelHub>

/** A window that is told what people do. */
interface Window {
  readonly connection: Connection
  readonly viewer: Viewer
  shows: LiveView
  /** What it was told of each person, so that nobody comes again who didn't change. */
  readonly told: Map<number, string>
}

/** What a window shows: the live panel, the viewer's line, or nothing but document 3's fields. */
export type LiveView = 'PANEL' | 'LINE' | 'PLAIN'

interface BoardOptions {
  readonly db: Database
  readonly clock: Clock
  readonly facts: LiveFacts
  readonly background: Background
  readonly onFailure: (error: unknown) => void
  /** Tells every server's board that these people changed. */
  readonly note: (userIDs: readonly number[]) => void
}

/** What windows are told of. */
interface LiveNews {
  readonly known: readonly KnownPerson[]
  /** Managers' lines, of those who look at theirs. */
  readonly lines: ReadonlyMap<number, ReadonlySet<number>>
  /** Who isn't with the company any more. */
  readonly left?: ReadonlySet<number>
}

/** Everybody is looked at again so often, since time alone changes what stands of them: a part each second. */
const PARTS = 10
const PART_MS = 1000

/**
 * Tells this server's windows what the people in their scope do (spec 4 §4.4.1). What changed anywhere is noted to
 * every server; each reads it for its own windows and sends at most ten times a second. All that is sent goes through
 * one queue, in the order in which it was read.
 */
export class LiveBoard {
  readonly #options: BoardOptions
  readonly #windows = new Map<string, Window>()
  readonly #queue: SerialQueue
  /** Windows that show the hypervisor. */
  readonly #projects = new Map<string, Connection>()
  #projectsToldAt = Number.NEGATIVE_INFINITY
  #isProjectsDue = false
  #changed = new Set<number>()
  #sentAt = Number.NEGATIVE_INFINITY
  #isWaiting = false
  #isSweeping = false
  #part = 0

  constructor(options: BoardOptions) {
    this.#options = options
    this.#queue = new SerialQueue(options.onFailure)
  }

  /** These people may be otherwise now, once the running unit is committed. */
  changed(userIDs: Iterable<number>): void {
    const ids = [...new Set(userIDs)]
    if (ids.length > 0) this.#options.note(ids)
  }

  /** The same, as it was noted by whichever server. */
  noted(userIDs: readonly number[]): void {
    if (this.#projects.size > 0) this.#projectsSoon()
    if (this.#windows.size === 0) return
    for (const userID of userIDs) this.#changed.add(userID)
    this.#soon()
  }

  /** The window is told of everybody, then of who changes. Gives once it was. */
  watch(connection: Connection, viewer: Viewer, shows: LiveView): Promise<Watcher> {
    const window: Window = { connection, viewer, shows, told: new Map() }
    this.#windows.set(connection.id, window)
    this.#sweep()
    const done = Promise.withResolvers<Watcher>()
    this.#queue.push(async () => {
      try {
        const { db, facts, clock } = this.#options
        const known = await knownPeople(db, facts, clock())
        const watcher = (await watchersOf(db, [viewer])).get(viewer.userID)
        if (!watcher) throw new Error('the viewer is nobody')
        const lines = await linesOf(db, shows === 'LINE' ? [viewer.userID] : [])
        this.#send(window, watcher, { known, lines })
        done.resolve(watcher)
      } catch (error) {
        done.reject(error)
      }
    })
    return done.promise
  }

  /** It shows the live panel no longer, and still is told document 3's fields. */
  leave(connectionID: string): void {
    const window = this.#windows.get(connectionID)
    if (!window) return
    // Document 3's fields are for who holds the supervisor's module.
    if (window.viewer.permissions.can('ISUPERVISOR_CAN_SEE_MODULE')) window.shows = 'PLAIN'
    else this.#windows.delete(connectionID)
  }

  /** The window shows the hypervisor: it is told that something is otherwise, and reads it. */
  watchProjects(connection: Connection): void {
    this.#projects.set(connection.id, connection)
  }

  leaveProjects(connectionID: string): void {
    this.#projects.delete(connectionID)
  }

  /** At once where nothing was told for a second. */
  #projectsSoon(): void {
    if (this.#isProjectsDue) return
    this.#isProjectsDue = true
    const wait = Math.max(0, this.#projectsToldAt + PART_MS - performance.now())
    outsideUnits(() =>
      this.#options.background.runAfter(wait, async () => {
        this.#isProjectsDue = false
        this.#projectsToldAt = performance.now()
        for (const connection of this.#projects.values()) connection.send('hypervisorChange')
      }),
    )
  }

  gone(connectionID: string): void {
    this.#projects.delete(connectionID)
    this.#windows.delete(connectionID)
  }

  /** Sends what changed, at once where nothing was sent for 100 ms. */
  #soon(): void {
    if (this.#isWaiting) return
    this.#isWaiting = true
    const wait = Math.max(0, this.#sentAt + LIVE_PUSH_MS - performance.now())
    outsideUnits(() =>
      this.#options.background.runAfter(wait, async () => {
        this.#isWaiting = false
        this.#sentAt = performance.now()
        const ids = [...this.#changed]
        this.#changed = new Set()
        this.#queue.push(() => this.#tell(ids))
      }),
    )
  }

  async #tell(ids: readonly number[]): Promise<void> {
    const windows = [...this.#windows.values()]
    if (windows.length === 0) return
    const { db, facts, clock } = this.#options
    const known = await knownPeople(db, facts, clock(), ids)
    const watchers = await watchersOf(
      db,
      windows.map(({ viewer }) => viewer),
    )
    const lines = await linesOf(
      db,
      windows.filter(({ shows }) => shows === 'LINE').map(({ viewer }) => viewer.userID),
    )
    const left = new Set(ids)
    for (const { id } of known) left.delete(id)
    for (const window of windows) {
      const watcher = watchers.get(window.viewer.userID)
      if (watcher) this.#send(window, watcher, { known, lines, left })
    }
  }

  #send({ connection, viewer, shows, told }: Window, watcher: Watcher, news: LiveNews): void {
    const { known, left = new Set() } = news
    const line = shows === 'LINE' ? (news.lines.get(viewer.userID) ?? new Set<number>()) : null
    const stats = line ? statusFor(watcher, known, line) : statsFor(watcher, known, shows === 'PANEL')
    const isSeen = ({ id, place }: KnownPerson) => (line ? line.has(id) : isWithin(watcher, place))
    for (const [id, one] of Object.entries(stats)) {
      const content = JSON.stringify(one)
      if (told.get(Number(id)) === content) delete stats[id]
      else told.set(Number(id), content)
    }
    const gone = [...known.filter((person) => !isSeen(person)).map(({ id }) => id), ...left]
    const taken = gone.filter((id) => told.delete(id))
    if (Object.keys(stats).length > 0) connection.send('LivePanelDataChange', stats)
    if (taken.length > 0) connection.send('livePanelGone', taken)
  }

  /** Looks at a part of the people each second, for as long as a window shows the panel. */
  #sweep(): void {
    if (this.#isSweeping) return
    this.#isSweeping = true
    outsideUnits(() => this.#options.background.runAfter(PART_MS, async () => this.#lookAgain()))
  }

  #lookAgain(): void {
    this.#isSweeping = false
    const windows = [...this.#windows.values()].filter(({ shows }) => shows !== 'PLAIN')
    if (this.#windows.size === 0) return
    const ids = new Set<number>()
    for (const { told } of windows) for (const id of told.keys()) if (id % PARTS === this.#part) ids.add(id)
    this.#part = (this.#part + 1) % PARTS
    if (ids.size > 0) this.noted([...ids])
    this.#sweep()
  }
}
