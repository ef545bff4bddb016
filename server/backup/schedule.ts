import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Spec 5 §6.6. */
export const KEPT = { daily: 7, weekly: 4, monthly: 12 } as const
/** A day and what a backup may take. */
export const LATE_AFTER_MS = 26 * 60 * 60 * 1000

/** Shipping happens every second; a minute without is a fault. */
export const SHIPPING_LATE_MS = 60_000

const NAME = /^fieldwork-(\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2})Z\.backup$/
const DAY_MS = 24 * 60 * 60 * 1000

export const backupName = (at: number): string =>
  `fieldwork-${new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`

/** When a scheduled backup was taken, by its name; null for other files. */
export function takenAt(name: string): number | null {
  const [day = '', time = ''] = NAME.exec(name)?.[1]?.split('T') ?? []
  return day === '' ? null : Date.parse(`${day}T${time.replaceAll('-', ':')}Z`)
}

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)
/** Weeks from Monday to Sunday, counted from a Monday. */
const weekOf = (at: number) => String(Math.floor((at - 4 * DAY_MS) / (7 * DAY_MS)))
const monthOf = (at: number) => new Date(at).toISOString().slice(0, 7)

/** Which of the scheduled backups are kept: the newest of each of the last days, weeks and months that have one. */
export function keptOf(names: readonly string[]): Set<string> {
  const newestFirst = names
    .flatMap((name) => {
      const at = takenAt(name)
      return at === null ? [] : [{ name, at }]
    })
    .toSorted((a, b) => b.at - a.at)
  const kept = new Set<string>()
  for (const [periodOf, count] of [
    [dayOf, KEPT.daily],
    [weekOf, KEPT.weekly],
    [monthOf, KEPT.monthly],
  ] as const) {
    const newest = new Map<string, string>()
    for (const { name, at } of newestFirst) {
      const period = periodOf(at)
      if (!newest.has(period) && newest.size < count) newest.set(period, name)
    }
    for (const name of newest.values()) kept.add(name)
  }
  return kept
}

/** Scheduled backups of a folder, the newest first. */
export async function scheduledIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names
    .filter((name) => takenAt(name) !== null)
    .toSorted()
    .toReversed()
}

/** Removes scheduled backups that aren't kept, and nothing else. @returns how many */
export async function removeOld(folder: string): Promise<number> {
  const names = await scheduledIn(folder)
  const kept = keptOf(names)
  const old = names.filter((name) => !kept.has(name))
  for (const name of old) await rm(join(folder, name))
  return old.length
}
