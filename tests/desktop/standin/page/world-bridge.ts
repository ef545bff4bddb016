/* biome-ignore-all lint/suspicious/noExplicitAny: carries values of every kind there is */

/** What a page would open a window with. */
export interface Opening {
  readonly url: string
  readonly frameName: string
  readonly features: string
}

/** The screen or window that main gives a page. */
export interface GivenSource {
  readonly name: string
}

export interface WorldBridge {
  /** Puts an API into the other world as a frozen global. */
  expose(key: string, api: unknown): void
  /** Tells the other world of a link that is to open in a new window. */
  tellOfOpening(opening: Opening): void
  onOpening(listener: (opening: Opening) => void): void
  /** Asks main for a screen, through the other world; null where the page gets none. */
  askForDisplay(): Promise<GivenSource | null>
  /** Says how the other world's question is asked. */
  onDisplayAsked(ask: () => Promise<GivenSource | null>): void
}

/**
 * One end of the bridge between the page's world and the isolated one, as `contextBridge` makes it:
 * functions and promises cross as proxies, everything else as a structured clone. The two worlds
 * share no objects but the document, and the detail of a CustomEvent is cloned from one to the other
 * while the sender waits. Sent to the page as source: must not refer to anything outside itself.
 */
export function makeWorldBridge(ownEvent: string, otherEvent: string): WorldBridge {
  type Packed = {
    is: 'function' | 'promise' | 'object' | 'array' | 'error' | 'value' | 'again'
    [key: string]: any
  }

  // Taken before the page's scripts can replace them.
  const Event = CustomEvent
  const dispatch = EventTarget.prototype.dispatchEvent.bind(globalThis)
  const { freeze, defineProperty, entries } = Object
  const ownFunctions = new Map<number, (...args: any[]) => unknown>()
  const idOfFunction = new WeakMap<object, number>()
  const proxies = new Map<number, (...args: any[]) => unknown>()
  const promises = new Map<number, { resolve(value: unknown): void; reject(error: unknown): void }>()
  const calls: { answer?: { ok: boolean; value: Packed } }[] = []
  let askDisplay: () => Promise<GivenSource | null> = async () => null
  let openingListener: (opening: Opening) => void = () => {}
  let lastId = 0

  const send = (message: object) => dispatch(new Event(otherEvent, { detail: message }))

  function pack(value: any, places = new Map<object, number>()): Packed {
    if (typeof value === 'function') return { is: 'function', id: functionId(value) }
    if (value === null || typeof value !== 'object') return { is: 'value', value }
    if (value instanceof Promise) return { is: 'promise', id: followPromise(value) }
    if (value instanceof Error) return { is: 'error', name: value.name, message: value.message }
    const known = places.get(value)
    if (known !== undefined) return { is: 'again', place: known }
    const isArray = Array.isArray(value)
    if (!isArray && Object.prototype.toString.call(value) !== '[object Object]') return { is: 'value', value }
    const place = places.size
    places.set(value, place)
    const members = entries(value).map(([key, member]) => [key, pack(member, places)])
    return { is: isArray ? 'array' : 'object', place, members }
  }

  function functionId(value: (...args: any[]) => unknown): number {
    const known = idOfFunction.get(value)
    if (known !== undefined) return known
    lastId += 1
    idOfFunction.set(value, lastId)
    ownFunctions.set(lastId, value)
    return lastId
  }

  function followPromise(promise: Promise<unknown>): number {
    lastId += 1
    const id = lastId
    promise.then(
      (value) => send({ kind: 'settled', id, ok: true, value: pack(value) }),
      (error) => send({ kind: 'settled', id, ok: false, value: pack(error) }),
    )
    return id
  }

  function unpack(packed: Packed, made: any[] = []): any {
    switch (packed.is) {
      case 'value':
        return packed.value
      case 'again':
        return made[packed.place]
      case 'error': {
        const kinds: Record<string, ErrorConstructor> = { TypeError, RangeError, SyntaxError }
        return new (kinds[packed.name] ?? Error)(packed.message)
      }
      case 'promise':
        return new Promise((resolve, reject) => promises.set(packed.id, { resolve, reject }))
      case 'function':
        return proxyOf(packed.id)
      default: {
        const object: any = packed.is === 'array' ? [] : {}
        made[packed.place] = object
        for (const [key, member] of packed.members) object[key] = unpack(member, made)
        return object
      }
    }
  }

  function proxyOf(id: number): (...args: unknown[]) => unknown {
    const known = proxies.get(id)
    if (known) return known
    const proxy = (...args: unknown[]) => {
      const call: (typeof calls)[number] = {}
      calls.push(call)
      send({ kind: 'call', id, args: args.map((argument) => pack(argument)) })
      calls.pop()
      // What can't be cloned arrives as nothing, and nothing comes back.
      if (!call.answer) throw new Error('An object could not be cloned.')
      const value = unpack(call.answer.value)
      if (!call.answer.ok) throw value
      return value
    }
    proxies.set(id, proxy)
    return proxy
  }

  function answer(id: number, args: Packed[]): { ok: boolean; value: Packed } {
    try {
      return { ok: true, value: pack(ownFunctions.get(id)?.(...args.map((argument) => unpack(argument)))) }
    } catch (error) {
      return { ok: false, value: pack(error) }
    }
  }

  function deepFreeze(value: any): any {
    if (value !== null && typeof value === 'object') {
      freeze(value)
      for (const [, member] of entries(value)) deepFreeze(member)
    }
    return value
  }

  addEventListener(ownEvent, (event) => {
    const message = (event as CustomEvent).detail
    if (!message) return
    if (message.kind === 'call') send({ kind: 'answer', ...answer(message.id, message.args) })
    else if (message.kind === 'answer') {
      const call = calls.at(-1)
      if (call) call.answer = message
    } else if (message.kind === 'settled') {
      const promise = promises.get(message.id)
      promises.delete(message.id)
      if (message.ok) promise?.resolve(unpack(message.value))
      else promise?.reject(unpack(message.value))
    } else if (message.kind === 'opening') openingListener(message.opening)
    else if (message.kind === 'display') askDisplay = unpack(message.ask)
    else if (message.kind === 'expose') {
      defineProperty(globalThis, message.key, { value: deepFreeze(unpack(message.api)), enumerable: true })
    }
  })

  return {
    expose: (key, api) => void send({ kind: 'expose', key, api: pack(api) }),
    tellOfOpening: (opening) => void send({ kind: 'opening', opening }),
    onOpening(listener) {
      openingListener = listener
    },
    askForDisplay: () => askDisplay(),
    onDisplayAsked: (ask) => void send({ kind: 'display', ask: pack(ask) }),
  }
}
