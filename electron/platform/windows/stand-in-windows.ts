import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod/mini'
import { WINDOWS_FAILURE_REASONS, WindowsFailure } from './failure.ts'
import {
  type AskWindows,
  WINDOWS_CALLS,
  type WindowsCallName,
  type WindowsInterface,
} from './windows-calls.ts'

/** What a file of the folder answers: `NAME.windows.json`. */
const standInAnswer = z.union([
  z.object({ value: z.unknown() }),
  z.object({ reason: z.enum(WINDOWS_FAILURE_REASONS), code: z.nullable(z.int()) }),
])

/** The file in which calls are noted down, a line each. */
export const CALLS_FILE = 'windows.calls'
export const answerFile = (name: string) => `${name}.windows.json`

/**
 * Windows by files of a folder, in place of Windows itself: for development and tests. What has no file is
 * missing.
 */
export function standInWindows(folder: string): WindowsInterface {
  const ask = async (name: WindowsCallName, input: unknown): Promise<unknown> => {
    appendFileSync(path.join(folder, CALLS_FILE), `${JSON.stringify({ name, input })}\n`)
    const file = path.join(folder, answerFile(name))
    if (!existsSync(file)) throw new WindowsFailure(name, 'missing')
    const answer = z.parse(standInAnswer, JSON.parse(readFileSync(file, 'utf8')))
    if ('reason' in answer) throw new WindowsFailure(name, answer.reason, answer.code)
    return z.parse(WINDOWS_CALLS[name].output as z.ZodMiniType, answer.value)
  }
  return {
    ask: ask as AskWindows,
    watchAddresses: () => Promise.reject(new WindowsFailure('watchAddresses', 'missing')),
  }
}
