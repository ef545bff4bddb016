import path from 'node:path'
import log from 'electron-log/node'
import { withoutSecrets } from '#shared/domain/redaction.ts'

/** Where the main process reports what went wrong. Never given secrets or message contents. */
export type Report = (what: string, error?: unknown) => void

interface LogStream {
  write(text: string): unknown
}

/** At this size, in bytes, a new log is begun; the former one is kept beside it. */
export const LOG_MAX = 1024 ** 2

export const LOG_FILE = 'main.log'

/** Writes reports to streams, with secrets removed. */
export function reportTo(...streams: readonly LogStream[]): Report {
  return (what, error) => {
    const detail =
      error instanceof Error ? (error.stack ?? error.message) : error === undefined ? '' : String(error)
    const text = withoutSecrets(`[fieldwork] ${what}${detail && `: ${detail}`}`)
    for (const stream of streams) stream.write(`${text}\n`)
  }
}

/**
 * A log file that can be handed to support: `main.log`, and the former `main.old.log`. The client also runs
 * if the folder can't be written to; the library then warns on standard error.
 */
export function logFile(folder: string, maxSize = LOG_MAX): LogStream {
  const logger = log.create({ logId: folder })
  const { file } = logger.transports
  file.resolvePathFn = () => path.join(folder, LOG_FILE)
  file.maxSize = maxSize
  // Readable for this person only.
  file.writeOptions = { flag: 'a', mode: 0o600, encoding: 'utf8' }
  file.format = ({ data, message }) => [message.date.toISOString(), ...data]
  logger.transports.console.level = false
  return { write: (text) => logger.info(text.trimEnd()) }
}

/** A folder's path without the person's name: their own folder becomes `~`. */
export function withoutHome(folder: string, home: string): string {
  const below = path.relative(home, folder)
  return below.startsWith('..') || path.isAbsolute(below) ? folder : path.join('~', below)
}

/** Reports what nobody caught, and changes nothing else. */
export function watchFaults(process: Pick<NodeJS.Process, 'on'>, report: Report): void {
  process.on('uncaughtExceptionMonitor', (error) => report('nobody caught', error))
  process.on('warning', (warning) => {
    // A listener for rejections would suppress them, so Electron's warning of each is used.
    if (warning.name === 'UnhandledPromiseRejectionWarning') {
      report('nobody waited for a promise that failed', warning)
    }
  })
}
