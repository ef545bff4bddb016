/** What stands in for 'electron' while the bundles are loaded on plain Node. */
import { Module } from 'node:module'

/** Whatever is asked of it, it has: what the bundles do with it is for the desktop specs. */
export function anything(name: string): unknown {
  // What is asked for a path, a version or a setting is given a text.
  const answer = () =>
    /\.(?:get\w+|on\w*)\(?$/.test(name) ? name.replace(/\W/g, '-') : anything(`${name}()`)
  const target = Object.assign(answer, { [Symbol.toPrimitive]: () => name })
  return new Proxy(target, {
    get: (own, key) =>
      key === 'then' ? undefined : key in own ? Reflect.get(own, key) : anything(`${name}.${String(key)}`),
    construct: () => anything(`new ${name}`) as object,
  })
}

/** Gives this in place of 'electron' while something is loaded. */
export function withElectron(electron: unknown, action: () => void): void {
  const internals = Module as unknown as { _load(request: string, ...rest: unknown[]): unknown }
  const own = internals._load
  internals._load = function (request, ...rest) {
    return request === 'electron' ? electron : own.call(this, request, ...rest)
  }
  try {
    action()
  } finally {
    internals._load = own
  }
}
