/** The bundles as they are shipped, on this Node: a path or a module that fails only on Windows fails here. */
import { existsSync } from 'node:fs'
import { createRequire, Module } from 'node:module'
import path from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const dist = fileURLToPath(new URL('../../dist', import.meta.url))
const load = createRequire(import.meta.url)

/** Whatever is asked of it, it has: what the bundles do with it is for the desktop specs. */
function anything(name: string): unknown {
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
function withElectron(electron: unknown, action: () => void): void {
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

for (const bundle of ['electron/main.cjs', 'preload/preload.cjs', 'electron/windows-helper.cjs']) {
  const file = path.join(dist, bundle)
  test(`${bundle} loads`, { skip: existsSync(file) ? false : 'not built: npm run build' }, () => {
    const electron = anything('electron') as Record<string, unknown>
    Object.defineProperty(process, 'parentPort', { value: anything('parentPort'), configurable: true })
    process.argv.push('--fieldwork-client={}')
    try {
      withElectron(electron, () => void load(file))
    } finally {
      process.argv.pop()
    }
  })
}
