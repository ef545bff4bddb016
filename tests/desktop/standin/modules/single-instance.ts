import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'

/** Whether a process lives that holds the lock file. */
function holder(file: string): number | null {
  try {
    const pid = Number(readFileSync(file, 'utf8'))
    process.kill(pid, 0)
    return pid
  } catch {
    return null
  }
}

/**
 * Electron's single-instance lock: a file for the answer, which must come at once, and a socket on
 * which a second instance tells the first how it was started.
 */
export class SingleInstance {
  /** Settles when the first instance has heard of this second one. */
  told: Promise<void> = Promise.resolve()

  request(userData: string, onSecond: (argv: string[], folder: string) => void): boolean {
    mkdirSync(userData, { recursive: true })
    const file = path.join(userData, 'stand-in.lock')
    const hash = createHash('sha256').update(userData).digest('hex').slice(0, 16)
    const socket = path.join(os.tmpdir(), `stand-in-${hash}.sock`)
    const first = holder(file)
    if (first !== null && first !== process.pid) {
      this.told = this.#tell(socket)
      return false
    }
    writeFileSync(file, String(process.pid))
    rmSync(socket, { force: true })
    this.#listen(socket, onSecond)
    process.on('exit', () => {
      for (const left of [file, socket]) rmSync(left, { force: true })
    })
    return true
  }

  #tell(socket: string): Promise<void> {
    return new Promise((resolve) => {
      const connection = net.connect(socket, () =>
        connection.end(JSON.stringify({ argv: process.argv, folder: process.cwd() })),
      )
      connection.on('error', () => resolve())
      connection.on('close', () => resolve())
    })
  }

  #listen(socket: string, onSecond: (argv: string[], folder: string) => void): void {
    const server = net.createServer({ allowHalfOpen: true }, (connection) => {
      let text = ''
      connection.setEncoding('utf8')
      connection.on('data', (data) => {
        text += data
      })
      connection.on('end', () => {
        const { argv, folder } = JSON.parse(text) as { argv: string[]; folder: string }
        onSecond(argv, folder)
        connection.end()
      })
    })
    server.listen(socket)
    server.unref()
  }
}
