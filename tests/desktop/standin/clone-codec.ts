/* biome-ignore-all lint/suspicious/noExplicitAny: carries values of every kind there is */

export interface CloneCodec {
  /** Throws as Electron does where the structured clone algorithm can't carry the value. */
  encode(value: unknown): string
  decode(text: string): any
}

/**
 * Carries values between processes as text, exactly as the structured clone algorithm would. The
 * function is also sent to the page as source: it must not refer to anything outside itself.
 */
export function makeCloneCodec(): CloneCodec {
  type Node = [kind: string, ...rest: any[]]

  const kindOf = (value: unknown) => Object.prototype.toString.call(value).slice(8, -1)
  const errors: Record<string, any> = {
    EvalError,
    RangeError,
    ReferenceError,
    SyntaxError,
    TypeError,
    URIError,
  }

  function bytesToText(bytes: Uint8Array): string {
    let text = ''
    for (const byte of bytes) text += String.fromCharCode(byte)
    return btoa(text)
  }

  function encode(value: unknown): string {
    let clone: unknown
    try {
      clone = structuredClone(value)
    } catch {
      throw new Error('An object could not be cloned.')
    }
    const nodes: Node[] = []
    const places = new Map<object, number>()
    const entries = (object: object) => Object.entries(object).map(([key, item]) => [key, put(item)])

    function put(item: any): unknown {
      if (item === undefined) return { is: 'undefined' }
      if (typeof item === 'bigint') return { is: 'bigint', text: String(item) }
      if (typeof item === 'number' && (!Number.isFinite(item) || Object.is(item, -0))) {
        return { is: 'number', text: Object.is(item, -0) ? '-0' : String(item) }
      }
      if (item === null || typeof item !== 'object') return item
      const known = places.get(item)
      if (known !== undefined) return { at: known }
      const place = nodes.length
      places.set(item, place)
      nodes.push(['reserved'])
      nodes[place] = asNode(item)
      return { at: place }
    }

    function asNode(item: any): Node {
      if (Array.isArray(item)) return ['Array', item.length, entries(item)]
      if (ArrayBuffer.isView(item)) {
        const length = 'length' in item ? item.length : item.byteLength
        return ['View', kindOf(item), put(item.buffer), item.byteOffset, length]
      }
      const kind = kindOf(item)
      switch (kind) {
        case 'ArrayBuffer':
          return [kind, bytesToText(new Uint8Array(item))]
        case 'Date':
          return [kind, put(item.getTime())]
        case 'RegExp':
          return [kind, item.source, item.flags]
        case 'Map':
          return [kind, [...item].map(([key, held]) => [put(key), put(held)])]
        case 'Set':
          return [kind, [...item].map(put)]
        case 'Error':
          return [kind, item.name, item.message, item.stack, 'cause' in item, put(item.cause)]
        case 'Object':
          return [kind, entries(item)]
        case 'Boolean':
        case 'Number':
        case 'String':
        case 'BigInt':
          return ['Wrapper', put(item.valueOf())]
        default:
          throw new Error('An object could not be cloned.')
      }
    }

    return JSON.stringify({ root: put(clone), nodes })
  }

  function decode(text: string): any {
    const { root, nodes } = JSON.parse(text) as { root: unknown; nodes: Node[] }
    const made = new Map<number, any>()
    const fill = (object: any, held: [string, unknown][]) => {
      for (const [key, item] of held) {
        Object.defineProperty(object, key, {
          value: get(item),
          writable: true,
          enumerable: true,
          configurable: true,
        })
      }
      return object
    }

    function get(item: any): any {
      if (item === null || typeof item !== 'object') return item
      if (item.is === 'undefined') return undefined
      if (item.is === 'bigint') return BigInt(item.text)
      if (item.is === 'number') return Number(item.text)
      if (!made.has(item.at)) build(item.at)
      return made.get(item.at)
    }

    /** Registers the object before its contents are read, which may lead back to it. */
    function build(place: number): void {
      const [kind, ...rest] = nodes[place] as Node
      const keep = <Value>(value: Value): Value => {
        made.set(place, value)
        return value
      }
      const [first, second, third, fourth, fifth] = rest
      if (kind === 'Array') fill(keep(new Array(first)), second)
      else if (kind === 'Object') fill(keep({}), first)
      else if (kind === 'View') keep(new (globalThis as any)[first](get(second), third, fourth))
      else if (kind === 'ArrayBuffer') keep(Uint8Array.from(atob(first), (char) => char.charCodeAt(0)).buffer)
      else if (kind === 'Date') keep(new Date(get(first)))
      else if (kind === 'RegExp') keep(new RegExp(first, second))
      else if (kind === 'Wrapper') keep(Object(get(first)))
      else if (kind === 'Set') {
        const set = keep(new Set())
        for (const held of first) set.add(get(held))
      } else if (kind === 'Map') {
        const map = keep(new Map())
        for (const [key, held] of first) map.set(get(key), get(held))
      } else {
        const error = keep(new (errors[first] ?? Error)(second))
        Object.defineProperty(error, 'stack', { value: third, writable: true, configurable: true })
        if (fourth)
          Object.defineProperty(error, 'cause', { value: get(fifth), writable: true, configurable: true })
      }
    }

    return get(root)
  }

  return { encode, decode }
}
