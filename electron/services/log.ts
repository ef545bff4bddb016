import path from 'node:path'
import log from 'electron-log/node'
import { withoutSecrets } from '#shared/domain/redaction.ts'

/** Where the main process reports what went wrong. Never given secrets or message contents. */
export type Report = (what: string, error?: unknown) => void

interface LogStream {
  write(text: string): unknown
}

/** The log is begun anew at this size, in bytes; the former one is kept beside it. */
export const LOG_MAX = 1024 ** 2

export const LOG_FILE = 'main.log'

/** Whatever an error carries: no secret gets to the streams. */
export function reportTo(...streams: readonly LogStream[]): Report {
  return (what, error) => {
    const detail =
      error instanceof Error ? (error.stack ?? error.message) : error === undefined ? '' : String(error)
    const text = withoutSecrets(`[fieldwork] ${what}${detail && `: ${detail}`}`)
    for (const stream of streams) stream.write(`${text}\n`)
  }
}

/**
 * A log file that somebody can send: `main.log`, and `main.old.log` from before. A folder that can't be
 * written to is no reason to stop; the library says so on standard error.
 */
export function logFile(folder: string, maxSize = LOG_MAX): LogStream {
  const logger = log.create({ logId: folder })
  const { file } = logger.transports
  file.resolvePathFn = () => path.join(folder, LOG_FILE)
  file.maxSize = maxSize
  // Nobody else on the machine is to read it.
  file.writeOptions = { flag: 'a', mode: 0o600, encoding: 'utf8' }
  file.format = ({ data, message }) => [message.date.toISOString(), ...data]
  logger.transports.console.level = false
  return { write: (text) => logger.info(text.trimEnd()) }
}

/** A folder as it may be told: in the person's own, their name isn't. */
export function withoutHome(folder: string, home: string): string {
  const below = path.relative(home, folder)
  return below.startsWith('..') || path.isAbsolute(below) ? folder : path.join('~', below)
}

/** Reports what nobody caught, without changing what then happens. */
export function watchFaults(process: Pick<NodeJS.Process, 'on'>, report: Report): void {
  process.on('uncaughtExceptionMonitor', (error) => report('nobody caught', error))
  process.on('warning', (warning) => {
    // A listener of rejections would keep them from being what they are; Electron warns of each.
    if (warning.name === 'UnhandledPromiseRejectionWarning') {
      report('nobody waited for a promise that failed', warning)
    }
  })
}
