import type { ActParts } from './acts.ts'
import { isLivingDemo } from './living-demo.ts'
import type { Simulator } from './simulator.ts'

interface Parts extends Omit<ActParts, 'handlers'> {
  /** The calls that people's windows make; there once the server is put together. */
  readonly handlers: () => ActParts['handlers']
}

/** The simulator where there is something to play, else null. Its code is loaded only then. */
export function lazySimulator(parts: Parts): () => Promise<Simulator | null> {
  let made: Promise<Simulator> | null = null
  return async () => {
    if (!(await isLivingDemo(parts.db))) return null
    made ??= import('./simulator.ts').then(
      (module) => new module.Simulator({ ...parts, handlers: parts.handlers() }),
    )
    return made
  }
}
