import type { Hub } from '#shared/hubs/hub.ts'
import type { Connection } from './connection.ts'
import { Groups } from './groups.ts'
import { KeyedSets } from './keyed-sets.ts'
import { OutgoingFrame } from './protocol/frame.ts'
import type { HubConnection, HubHandlers } from './types.ts'

/** A hub's handlers without their types; the declaration's schemas check them at run time. */
export interface UntypedHandlers {
  readonly methods: Readonly<
    Record<string, (connection: HubConnection<Hub>, ...args: readonly unknown[]) => unknown>
  >
  connected?(connection: HubConnection<Hub>): Promise<void> | void
  disconnected?(connection: HubConnection<Hub>): Promise<void> | void
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

/** A hub that is served: its declaration, its handlers and its connections. */
export class ServedHub {
  readonly declaration: Hub
  readonly #groups = new Groups<Connection>()
  readonly #byUser = new KeyedSets<number, Connection>()
  readonly #connections = new Set<Connection>()
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

  get connections(): ReadonlySet<Connection> {
    return this.#connections
  }

  get onlineUserIDs(): ReadonlySet<number> {
    return this.#byUser.keys
  }

  connectionsOf(userID: number): ReadonlySet<Connection> {
    return this.#byUser.get(userID)
  }

  membersOf(group: string): ReadonlySet<Connection> {
    return this.#groups.membersOf(group)
  }

  add(connection: Connection): void {
    this.#connections.add(connection)
    if (connection.identity) this.#byUser.add(connection.identity.userID, connection)
  }

  /** Removes the connection from everything. */
  remove(connection: Connection): void {
    this.#connections.delete(connection)
    this.#groups.leaveAll(connection)
    if (connection.identity) this.#byUser.delete(connection.identity.userID, connection)
  }

  /** A method may still run after its client has left; such a connection joins no group. */
  join(group: string, connection: Connection): void {
    if (this.#connections.has(connection)) this.#groups.join(group, connection)
  }

  leave(group: string, connection: Connection): void {
    this.#groups.leave(group, connection)
  }

  /**
   * Checks an event against the declaration and drops undeclared fields, so that a database row sent by
   * mistake doesn't reveal its other columns. Always done, also in production: it costs some microseconds for
   * each event, less than serialising it. @throws HubContractError where the arguments don't fit
   */
  event(name: string, args: readonly unknown[]): OutgoingFrame {
    const schema = this.declaration.events[name]
    const read = schema?.safeParse(args)
    if (!read?.success) {
      const where = read?.error.issues.map((issue) => issue.path.join('.')).join(', ')
      throw new HubContractError(`${this.declaration.path}: the event '${name}' isn't as declared: ${where}`)
    }
    return new OutgoingFrame({ type: 'event', target: name, args: withoutAbsentEnd(read.data) })
  }
}
