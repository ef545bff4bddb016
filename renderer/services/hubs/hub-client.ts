import type { HubConnection } from '@microsoft/signalr'
import type { EventArgs, EventName, Hub, MethodArgs, MethodName, MethodResult } from '#shared/hubs/hub.ts'
import { systemTimers, type Timers } from '../../ui/timers.ts'

/** Reconnect: at most this often, this far apart in milliseconds (spec 1 §7, §9). */
export const RECONNECT_LIMIT = 1000
export const RECONNECT_DELAY_MS = 3000
/**
 * A reconnect whose tries have come to a stop for this long is begun anew, in milliseconds: the client
 * library can wait forever for the end of a connection that broke while it was being made. Ours.
 */
const STALLED_MS = 60_000
/** How long nothing is told of a connection that its server sent to another one. Ours. */
const QUIET_MS = 5000
/** Share of the delay by which tries are spread, so that a restarted server isn't met by everybody at once. */
const JITTER = 0.2

export type HubState = 'disconnected' | 'connecting' | 'connected' | 'reconnecting'

/** A live connection to one hub, typed by its declaration. Framework-free; views subscribe. */
export interface HubClient<H extends Hub> {
  /** Connects and stays connected until `stop`. Resolves once the first connection stands or `stop` was called. */
  start(): Promise<void>
  stop(): Promise<void>
  /** @throws where the hub isn't connected or the server refuses */
  invoke<N extends MethodName<H>>(method: N, ...args: MethodArgs<H, N>): Promise<MethodResult<H, N>>
  /** Events that don't fit the declaration are passed over. */
  on<N extends EventName<H>>(event: N, listener: (...args: EventArgs<H, N>) => void): () => void
  /** Called each time a connection stands: the first time and after each reconnect. */
  onConnected(listener: (again: boolean) => void): () => void
  readonly state: HubState
  /** Called when the state changes, not when it is set to what it was (spec 1 §4.8). */
  subscribe(listener: () => void): () => void
}

/** One that can be put through anew. */
export interface RenewableHubClient<H extends Hub> extends HubClient<H> {
  /** Connects afresh without waiting: the way to the server is another. Nothing happens where it wasn't started. */
  reconnectNow(): Promise<void>
}

export interface HubOptions {
  /** Told when the very first try to connect failed; others follow it. */
  readonly onStartFailed?: () => void
}

export interface HubClientServices extends HubOptions {
  readonly baseUrl: string
  /** A fresh hub token for each connection. */
  readonly hubToken: () => Promise<string>
  readonly random: () => number
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>
  /** Calls back when the way to the server is another, until the returned function is called. */
  readonly onConnectionChanged?: (listener: () => void) => () => void
  readonly timers?: Timers
}

/** Milliseconds before the next try, about `apartMs` each, or null when it is given up. */
export function reconnectDelay(
  triesSoFar: number,
  random: () => number,
  apartMs = RECONNECT_DELAY_MS,
): number | null {
  if (triesSoFar >= RECONNECT_LIMIT) return null
  return Math.round(apartMs * (1 + JITTER * (2 * random() - 1)))
}

export function createHubClient<H extends Hub>(hub: H, services: HubClientServices): RenewableHubClient<H> {
  let connection: HubConnection | null = null
  let state: HubState = 'disconnected'
  let stopper: AbortController | null = null
  /** Ends the waiting between two tries. */
  let waking: AbortController | null = null
  /** While it is put through anew, its closing is nothing to tell of. */
  let renewing = false
  let stopFollowing = () => {}
  const { timers = systemTimers } = services
  /** How often a broken connection was tried again. */
  let tries = 0
  let cancelWatch = () => {}
  /** Ends the time in which a lost connection isn't told of. */
  let endQuiet = () => {}
  const stateListeners = new Set<() => void>()
  const connectedListeners = new Set<(again: boolean) => void>()
  const eventListeners = new Map<string, Set<(...args: never[]) => void>>()

  const setState = (next: HubState) => {
    if (next === state) return
    state = next
    for (const listener of [...stateListeners]) listener()
  }
  const connected = (again: boolean) => {
    setState('connected')
    for (const listener of [...connectedListeners]) listener(again)
  }
  const dispatch = (name: string, args: unknown[]) => {
    const parsed = hub.events[name]?.safeParse(args)
    if (!parsed?.success) return
    for (const listener of [...(eventListeners.get(name) ?? [])]) listener(...(parsed.data as never[]))
  }

  /** Tries until it stands, by the same rule as a reconnect: SignalR's own doesn't cover the first connection. */
  const startUntilConnected = async (made: HubConnection, signal: AbortSignal) => {
    for (let tries = 0; !signal.aborted; tries++) {
      try {
        await made.start()
        return true
      } catch {
        if (tries === 0 && !signal.aborted) services.onStartFailed?.()
        const delay = reconnectDelay(tries, services.random, hub.reconnectMs)
        if (delay === null) return false
        waking = new AbortController()
        await services.wait(delay, AbortSignal.any([signal, waking.signal])).catch(() => {})
        waking = null
      }
    }
    return false
  }

  const connect = async (made: HubConnection, signal: AbortSignal, again: boolean) => {
    const stands = await startUntilConnected(made, signal)
    if (signal.aborted) await made.stop()
    else if (stands) connected(again)
    else setState('disconnected')
  }

  /** A connection whose events are heeded for as long as it is the one. */
  const make = async (): Promise<HubConnection> => {
    // The client library is fetched when the first hub is opened: the sign-in screen needs none of it.
    const { buildConnection, isSentElsewhere } = await import('./hub-connection.ts')
    const made = buildConnection(hub, services, (before) => {
      tries++
      return reconnectDelay(before, services.random, hub.reconnectMs)
    })
    for (const name of Object.keys(hub.events))
      made.on(name, (...args: unknown[]) => {
        if (connection === made) dispatch(name, args)
      })
    made.onreconnecting((reason) => {
      if (connection !== made) return
      const tell = () => {
        if (connection === made && !renewing) setState('reconnecting')
      }
      endQuiet()
      if (isSentElsewhere(reason)) endQuiet = timers.after(QUIET_MS, tell)
      else tell()
      watch(made)
    })
    made.onreconnected(() => {
      endQuiet()
      if (connection === made) connected(true)
    })
    made.onclose(() => {
      endQuiet()
      if (!renewing && connection === made) setState('disconnected')
    })
    return made
  }

  /** Watches a reconnect: one that has come to a stop is given up for a new connection. */
  const watch = (made: HubConnection) => {
    const seen = tries
    cancelWatch()
    cancelWatch = timers.after(STALLED_MS, () => {
      if (connection !== made || state !== 'reconnecting' || renewing || !stopper) return
      if (tries === seen) void replace(made, stopper.signal)
      else watch(made)
    })
  }
  const replace = async (stuck: HubConnection, signal: AbortSignal) => {
    const made = await make()
    if (signal.aborted) return
    connection = made
    stuck.stop().catch(() => {})
    await connect(made, signal, true)
  }

  const reconnectNow = async () => {
    waking?.abort()
    const [made, mine] = [connection, stopper]
    if (!made || !mine || renewing || state === 'connecting') return
    renewing = true
    setState('reconnecting')
    try {
      await made.stop()
      await connect(made, mine.signal, true)
    } finally {
      renewing = false
    }
  }

  return {
    reconnectNow,
    get state() {
      return state
    },
    async start() {
      if (stopper) return
      const mine = new AbortController()
      stopper = mine
      setState('connecting')
      const made = await make()
      if (mine.signal.aborted) return
      connection = made
      stopFollowing = services.onConnectionChanged?.(() => void reconnectNow()) ?? stopFollowing
      await connect(made, mine.signal, false)
    },
    async stop() {
      stopFollowing()
      cancelWatch()
      endQuiet()
      stopper?.abort()
      stopper = null
      const made = connection
      connection = null
      setState('disconnected')
      await made?.stop()
    },
    async invoke(method, ...args) {
      if (!connection) throw new Error('The hub is not connected.')
      return (await connection.invoke(method, ...(args as unknown[]))) as never
    },
    on(event, listener) {
      const set = eventListeners.get(event) ?? new Set()
      eventListeners.set(event, set)
      set.add(listener as never)
      return () => set.delete(listener as never)
    },
    onConnected(listener) {
      connectedListeners.add(listener)
      return () => connectedListeners.delete(listener)
    },
    subscribe(listener) {
      stateListeners.add(listener)
      return () => stateListeners.delete(listener)
    },
  }
}
