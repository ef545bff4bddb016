import type { Plugin } from 'vite'

/** Chunks of which nearly all is called by the time that the first screen shows, by their group's name. */
const AT_START: ReadonlySet<string> = new Set(['react', 'start', 'kit', 'shell'])

/** Chromium reads it where it stands first in a file; other browsers pass over it. */
const COMPILE_ALL = '//# allFunctionsCalledOnLoad\n'

/**
 * Chromium compiles a function when it is first called, on the thread that draws the page: at a start
 * those are thousands, one by one. With a hint it compiles a file's functions as the file comes in,
 * beside that thread. The minifier drops comments and Vite puts its own line first: this comes last.
 */
export function compileHints(): Plugin {
  return {
    name: 'compile-hints',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk' && AT_START.has(file.name)) file.code = COMPILE_ALL + file.code
        }
      },
    },
  }
}
