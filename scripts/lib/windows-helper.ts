import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { HelperProcess } from '../../electron/platform/windows/ask-windows.ts'

const HELPER = fileURLToPath(new URL('./windows-helper-process.ts', import.meta.url))

/**
 * Starts the process that calls Windows, under plain Node.
 *
 * @param koffiModule path of koffi's native module
 * @param script what is run in its place
 */
export function forkWindowsHelper(koffiModule: string, script = HELPER): HelperProcess {
  const child = fork(script, [koffiModule])
  // Who only reads something shall not be kept alive by it.
  child.unref()
  child.channel?.unref()
  return {
    postMessage: (message) => void child.send(message as object),
    on(event: 'message' | 'exit', listener: (value: never) => void) {
      child.on(event, (value: unknown) => listener((value ?? 0) as never))
    },
    kill: () => child.kill(),
  }
}
