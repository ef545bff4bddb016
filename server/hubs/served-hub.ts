import type { Hub } from '#shared/hubs/hub.ts'
import type { Connection } from './connection.ts'
import type { Audience, Except, KnownConnection } from './delivery.ts'
import { Groups } from './groups.ts'
import { KeyedSets } from './keyed-sets.ts'
import { OutgoingFrame } from './protocol/frame.ts'
import type { EndedConnection, HubConnection, HubHandlers, PresenceListener } from './types.ts'

/** A hub's handlers without their types; the declaration's schemas check them at run time. */
export interface UntypedHandlers {
  readonly methods: Readonly<
    Record<string, (connection: HubConnection<Hub>, ...args: readonly unknown[]) => unknown>
  >
  connected?(connection: HubConnection<Hub>): Promise<void> | void
  disconnected?(connection: EndedConnection): Promise<void> | void
}

/** The one place where handlers lose their types. */
export function untyped<H extends Hub>(handlers: HubHandlers<H>): UntypedHandlers {
  return handlers as unknown as UntypedHandlers
}

/** An event that doesn't fit its declaration: a fault of the caller. */
export class HubContractError extends Error {
  override readonly name = 'HubContractError'
}

/** Both protocols would write an absent argument as null, so at the end it is left out. */
function withoutAbsentEnd(args: readonly unknown[]): readonly unknown[] {
  return args.slice(0, args.findLastIndex((arg) => arg !== undefined) + 1)
}

/** An event whose arguments were checked. */
export const eventFrame = (target: string, args: readonly unknown[]): OutgoingFrame =>
  new OutgoingFrame({ type: 'event', target, args })

/** A hub that is served: its declaration, its handlers and its connections. */
export class ServedHub {
  readonly declaration: Hub
  readonly #groups = new Groups<Connection>()
  readonly #byUser = new KeyedSets<number, Connection>()
  readonly #connections = new Map<string, Connection>()
  /** Connections of people to any server, by person. */
  readonly #present = new KeyedSets<number, string>()
  readonly #known = new Map<string, KnownConnection>()
  readonly #listeners: PresenceListener[] = []
  readonly #noted: ((userIDs: readonly number[]) => void)[] = []
  #handlers: UntypedHandlers = { methods: {} }

  constructor(declaration: Hub) {
    this.declaration = declaration
  }

  get handlers(): UntypedHandlers {
    return this.#handlers
  }

  /** Sets the handlers, which are made from the hub's clients and so come later. */
  handleWith(handlers: UntypedHandlers): void {
    this.#handlers = handlers
  }

  /** Who is connected to any server. */
  get onlineUserIDs(): ReadonlySet<number> {
    return this.#present.keys
  }

  /** The person's connections to any server. */
  windowsOf(userID: number): readonly KnownConnection[] {
    return [...this.#present.get(userID)].flatMap((id) => this.#known.get(id) ?? [])
  }

  onPresence(listener: PresenceListener): void {
    this.#listeners.push(listener)
  }

  onNote(listener: (userIDs: readonly number[]) => void): void {
    this.#noted.push(listener)
  }

  /** Tells this server's listeners what was noted. */
  note(userIDs: readonly number[]): void {
    for (const listener of this.#noted) listener(userIDs)
  }

  /** Notes a connection to any server; one that is known already isn't told again. */
  came(connection: KnownConnection): void {
    if (this.#known.has(connection.id)) return
    this.#known.set(connection.id, connection)
    this.#present.add(connection.userID, connection.id)
    for (const listener of this.#listeners) listener.came?.(connection)
  }

  went(id: string): void {
    const known = this.#known.get(id)
    if (!known) return
    this.#known.delete(id)
    this.#present.delete(known.userID, id)
    for (const listener of this.#listeners) listener.went?.(known)
  }

  /** Those of other servers that it believed to be connected are these. */
  settle(others: readonly KnownConnection[]): void {
    const present = new Set(others.map(({ id }) => id))
    for (const id of [...this.#known.keys()])
      if (!present.has(id) && !this.#connections.has(id)) this.went(id)
    for (const connection of others) this.came(connection)
  }

  /** Connections to this server. */
  connectionsOf(userID: number): ReadonlySet<Connection> {
    return this.#byUser.get(userID)
  }

  add(connection: Connection): void {
    this.#connections.set(connection.id, connection)
    if (!connection.known) return
    this.#byUser.add(connection.known.userID, connection)
    this.came(connection.known)
  }

  /** Removes the connection from everything. */
  remove(connection: Connection): void {
    if (!this.#connections.delete(connection.id)) return
    this.#groups.leaveAll(connection)
    if (!connection.known) return
    this.#byUser.delete(connection.known.userID, connection)
    this.went(connection.id)
  }

  /** A method may still run after its client has left; such a connection joins no group. */
  join(group: string, connection: Connection): void {
    if (this.#connections.get(connection.id) === connection) this.#groups.join(group, connection)
  }

  leave(group: string, connection: Connection): void {
    this.#groups.leave(group, connection)
  }

  /** Writes to those of the audience who are connected to this server. */
  deliver(to: Audience, frame: OutgoingFrame, except: Except | null): void {
    const isExcepted = (connection: Connection) =>
      except !== null &&
      ('id' in except ? connection.id === except.id : connection.known?.userID === except.userID)
    for (const connection of this.#audience(to)) if (!isExcepted(connection)) connection.write(frame)
  }

  #audience(to: Audience): Iterable<Connection> {
    if (to === 'everybody') return this.#connections.values()
    if ('group' in to) return this.#groups.membersOf(to.group)
    if ('userID' in to) return this.#byUser.get(to.userID)
    const connection = this.#connections.get(to.connectionID)
    return connection ? [connection] : []
  }

  /** As `checked`, ready to be written. */
  event(name: string, args: readonly unknown[]): OutgoingFrame {
    return eventFrame(name, this.checked(name, args))
  }

  /**
   * Checks an event against the declaration and drops undeclared fields, so that a database row sent by
   * mistake doesn't reveal its other columns. Always done, also in production: it costs some microseconds for
   * each event, less than serialising it. @throws HubContractError where the arguments don't fit
   */
  checked(name: string, args: readonly unknown[]): readonly unknown[] {
    const schema = this.declaration.events[name]
    const read = schema?.safeParse(args)
    if (!read?.success) {
      const where = read?.error.issues.map((issue) => issue.path.join('.')).join(', ')
      throw new HubContractError(`${this.declaration.path}: the event '${name}' isn't as declared: ${where}`)
    }
    return withoutAbsentEnd(read.data)
  }
}
