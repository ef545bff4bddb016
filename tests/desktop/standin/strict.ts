import { EventEmitter } from 'node:events'

/** What the language itself asks of any object: awaiting it, printing it, importing it. */
const ASKED_OF_ANYTHING = new Set<string | symbol>(['then', 'toJSON', '__esModule', 'default'])

/** Thrown where the product uses a part of Electron that the stand-in doesn't have. */
export function notImplemented(name: string): never {
  throw new Error(`electron stand-in: ${name} is not implemented`)
}

/** An object whose unknown members throw their name instead of being undefined. */
export function strict<Target extends object>(name: string, target: Target): Target {
  return new Proxy(target, {
    get(object, key, receiver) {
      if (key in object || typeof key === 'symbol' || ASKED_OF_ANYTHING.has(key)) {
        return Reflect.get(object, key, receiver)
      }
      return notImplemented(`${name}.${key}`)
    },
  })
}

/** Gives a proxy in place of itself, so that fields of the classes below are fields of the proxy. */
class ProxiedEmitter extends EventEmitter {
  constructor(name: string) {
    super()
    // biome-ignore lint/correctness/noConstructorReturn: the proxy is the object that everybody sees
    return strict(name, this)
  }
}

/** An emitter whose unknown members and events throw: a listener that is never called proves nothing. */
export class StrictEmitter extends ProxiedEmitter {
  readonly #name: string
  readonly #events: ReadonlySet<string | symbol>

  constructor(name: string, events: readonly string[]) {
    super(name)
    this.#name = name
    this.#events = new Set(events)
  }

  override on(event: string | symbol, listener: (...args: never[]) => void): this {
    this.#check(event)
    return super.on(event, listener as (...args: unknown[]) => void)
  }

  override once(event: string | symbol, listener: (...args: never[]) => void): this {
    this.#check(event)
    return super.once(event, listener as (...args: unknown[]) => void)
  }

  #check(event: string | symbol): void {
    if (!this.#events.has(event)) notImplemented(`the event '${String(event)}' of ${this.#name}`)
  }
}

/** Electron's event argument, whose default a listener can prevent. */
export interface PreventableEvent {
  defaultPrevented: boolean
  preventDefault(): void
}

export function preventable<Details extends object>(details: Details): Details & PreventableEvent {
  return {
    ...details,
    defaultPrevented: false,
    preventDefault() {
      this.defaultPrevented = true
    },
  }
}
