import type { LiveStats } from '#shared/contract/live-panel.ts'
import type { LivePerson } from '#shared/domain/live-panel.ts'
import type { livePanelHub } from '#shared/hubs/live-panel.ts'
import { reasonOf } from '../../services/http/api-client.ts'
import type { HubClient } from '../../services/hubs/hub-client.ts'

export interface LiveState {
  /** `loading` until everybody came, `live` while the connection stands, else `away`: what shows is as of `asOf`. */
  readonly is: 'loading' | 'live' | 'away' | 'failed'
  /** When it was last known to be true, in milliseconds since 1970. */
  readonly asOf: number
  readonly reason: string
  /** The viewer's own area. */
  readonly areaID: number | null
}

/**
 * The people of the live panel (spec 4 §4.4.1), kept outside of React: what is pushed changes single people, and only
 * who draws one is told.
 */
export class LivePeople {
  readonly #hub: HubClient<typeof livePanelHub>
  readonly #now: () => number
  readonly #watches: 'watchLivePanel' | 'watchLiveStatus'
  readonly #people = new Map<number, LivePerson>()
  readonly #listeners = new Set<() => void>()
  readonly #ofPerson = new Map<number, Set<() => void>>()
  readonly #ofState = new Set<() => void>()
  /** Who was told since everybody was asked for. */
  #fresh: Set<number> | null = null
  #state: LiveState = { is: 'loading', asOf: 0, reason: '', areaID: null }

  /** @param watches what the window shows */
  constructor(
    hub: HubClient<typeof livePanelHub>,
    now: () => number,
    watches: 'watchLivePanel' | 'watchLiveStatus' = 'watchLivePanel',
  ) {
    this.#watches = watches
    this.#hub = hub
    this.#now = now
  }

  get state(): LiveState {
    return this.#state
  }

  all(): readonly LivePerson[] {
    return [...this.#people.values()]
  }

  person(id: number): LivePerson | undefined {
    return this.#people.get(id)
  }

  /** Called after each change of anybody. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  onState = (listener: () => void): (() => void) => {
    this.#ofState.add(listener)
    return () => void this.#ofState.delete(listener)
  }

  onPerson(id: number, listener: () => void): () => void {
    const own = this.#ofPerson.get(id) ?? new Set()
    this.#ofPerson.set(id, own.add(listener))
    return () => {
      own.delete(listener)
      if (own.size === 0) this.#ofPerson.delete(id)
    }
  }

  /**
   * Calls the listener whenever something of this person is otherwise that stands beside the row alone, until the
   * returned function is called. A connection that comes back may have missed something: it is called then, too.
   */
  watchBeside(id: number, listener: () => void): () => void {
    const hub = this.#hub
    const watch = () => void hub.invoke('watchLivePerson', id).catch(() => {})
    const offs = [
      hub.on('livePersonChange', (changed) => changed === id && listener()),
      hub.onConnected(() => {
        watch()
        listener()
      }),
    ]
    if (hub.state === 'connected') watch()
    return () => {
      for (const off of offs) off()
      void hub.invoke('leaveLivePerson', id).catch(() => {})
    }
  }

  /** Follows the hub until the returned function is called. */
  follow(): () => void {
    const hub = this.#hub
    const offs = [
      hub.on('LivePanelDataChange', (stats) => this.#merge(stats)),
      hub.on('livePanelGone', (ids) => this.#remove(ids)),
      hub.onConnected(() => void this.ask()),
      hub.subscribe(() => {
        if (hub.state !== 'connected' && this.#state.is === 'live')
          this.#setState({ is: 'away', asOf: this.#now() })
      }),
    ]
    if (hub.state === 'connected') void this.ask()
    return () => {
      for (const off of offs) off()
      void hub.invoke('leaveLivePanel').catch(() => {})
    }
  }

  /** Asks for everybody; who isn't told of then is there no longer. */
  async ask(): Promise<void> {
    this.#fresh = new Set()
    try {
      const { areaID } = await this.#hub.invoke(this.#watches)
      const fresh = this.#fresh
      if (fresh) this.#remove([...this.#people.keys()].filter((id) => !fresh.has(id)))
      this.#setState({ is: 'live', asOf: this.#now(), areaID })
    } catch (error) {
      // A connection that went away comes back, and asks again.
      if (this.#hub.state === 'connected') this.#setState({ is: 'failed', reason: reasonOf(error) })
    }
    this.#fresh = null
  }

  #merge(stats: LiveStats): void {
    const changed: number[] = []
    for (const [key, one] of Object.entries(stats)) {
      const { live } = one
      // Another window's, which doesn't show the panel.
      if (!live) continue
      const id = Number(key)
      this.#people.set(id, { id, stats: one, live })
      this.#fresh?.add(id)
      changed.push(id)
    }
    this.#tell(changed)
  }

  #remove(ids: readonly number[]): void {
    this.#tell(ids.filter((id) => this.#people.delete(id)))
  }

  #tell(ids: readonly number[]): void {
    if (ids.length === 0) return
    for (const id of ids) for (const listener of [...(this.#ofPerson.get(id) ?? [])]) listener()
    for (const listener of [...this.#listeners]) listener()
  }

  #setState(next: Partial<LiveState>): void {
    this.#state = { ...this.#state, ...next }
    for (const listener of [...this.#ofState]) listener()
  }
}
