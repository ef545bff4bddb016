import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../db/database.ts'
import { readSetting } from '../db/settings.ts'
import { LOG_LEVELS, type LogLevel } from './logging.ts'

/** The level that `fieldwork-admin log-level` asks the running servers for, and when it did. */
export const LEVEL_SETTING = 'log.level'

export const logLevelOf = (text: string | null): LogLevel | null =>
  LOG_LEVELS.find((known) => known === text) ?? null

/** @param at in milliseconds since 1970 */
export const askedLevel = (level: LogLevel, at: number): string => `${level} ${at}`

/**
 * Takes over the level that somebody asked for since the start (spec 5 §6.5); what was asked for before is over.
 * @param startedAt in milliseconds since 1970
 */
export async function takeLogLevel(db: Database, log: FastifyBaseLogger, startedAt: number): Promise<void> {
  const [asked = null, at] = (await readSetting(db, LEVEL_SETTING))?.split(' ') ?? []
  const level = logLevelOf(asked)
  if (level !== null && Number(at) >= startedAt && log.level !== level) log.level = level
}
