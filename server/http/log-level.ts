import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../db/database.ts'
import { readSetting } from '../db/settings.ts'
import { LOG_LEVELS, type LogLevel } from './logging.ts'

/** The level that `fieldwork-admin log-level` asks the running server for. */
export const LEVEL_SETTING = 'log.level'
const ASKED_EVERY_MS = 5000

export const logLevelOf = (text: string | null): LogLevel | null =>
  LOG_LEVELS.find((known) => known === text) ?? null

/** Takes over the level that somebody asked for since the start. */
export async function takeLogLevel(db: Database, log: FastifyBaseLogger): Promise<void> {
  const level = logLevelOf(await readSetting(db, LEVEL_SETTING))
  if (level !== null && log.level !== level) log.level = level
}

/**
 * Lets the level be changed while the server runs (spec 5 §6.5); what was asked for before the start is over.
 * @returns its end
 */
export function followLogLevel(db: Database, log: FastifyBaseLogger): () => void {
  const onFailure = (error: unknown) => log.error({ err: error }, 'the level of the log was not read')
  db.deleteFrom('settings').where('name', '=', LEVEL_SETTING).execute().catch(onFailure)
  const timer = setInterval(() => void takeLogLevel(db, log).catch(onFailure), ASKED_EVERY_MS).unref()
  return () => clearInterval(timer)
}
