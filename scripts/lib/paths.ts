import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The checkout that these scripts belong to. */
export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** A path inside the checkout. */
export function inRoot(...parts: string[]): string {
  return join(ROOT, ...parts)
}

/** Arguments that run a package's command with this Node, without a shell and on every system. */
export function bin(path: string, ...args: string[]): string[] {
  return [inRoot('node_modules', path), ...args]
}

/** An environment in which Node keeps what it compiled, so that the next start of the same program is quicker. */
export function withCompileCache(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { NODE_COMPILE_CACHE: inRoot('node_modules', '.cache', 'compile'), ...env }
}
