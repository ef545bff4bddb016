import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmdirSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { uptime } from 'node:os'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** A lock file that is empty for longer than this was left by a process that died while it wrote it. */
const WRITE_GRACE_MS = 10_000
const POLL_MS = 250

const held = new Set()

/**
 * Takes the lock, or says who holds it. A lock of a process that is gone is taken over. The lock
 * ends with `release`, or with the process.
 *
 * @param {string} file
 * @param {Record<string, unknown>} info kept in the file for whoever finds it taken
 */
export function tryLock(file, info = {}) {
  mkdirSync(dirname(file), { recursive: true })
  for (;;) {
    if (create(file, info)) return { taken: true, ...ownLock(file) }
    const holder = readHolder(file)
    if (holder === null) continue
    if (!isStale(file, holder)) return { taken: false, holder }
    if (!removeStale(file)) return { taken: false, holder }
  }
}

/**
 * Waits until the lock is free and takes it.
 *
 * @param {string} file
 * @param {(holder: Record<string, unknown>) => void} onWait called once, when somebody else holds it
 */
export async function waitForLock(file, onWait) {
  let told = false
  for (;;) {
    const lock = tryLock(file)
    if (lock.taken) return lock
    if (!told) onWait(lock.holder)
    told = true
    await wait(POLL_MS)
  }
}

function create(file, info) {
  let handle
  try {
    handle = openSync(file, 'wx')
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
  write(handle, info)
  held.add(file)
  return true
}

function write(handle, info) {
  try {
    writeSync(handle, JSON.stringify({ ...info, pid: process.pid, since: Date.now() }))
  } finally {
    closeSync(handle)
  }
}

function ownLock(file) {
  const release = () => {
    if (!held.delete(file)) return
    process.removeListener('exit', release)
    try {
      unlinkSync(file)
    } catch {
      // Somebody cleaned up before; the lock is gone either way.
    }
  }
  process.on('exit', release)
  return { release, update: (info) => write(openSync(file, 'w'), info) }
}

/** What the file says; `{}` where it can't be read as a holder, null where there is no file. */
function readHolder(file) {
  try {
    const value = JSON.parse(readFileSync(file, 'utf8'))
    return typeof value === 'object' && value !== null ? value : {}
  } catch (error) {
    return error.code === 'ENOENT' ? null : {}
  }
}

function isStale(file, holder) {
  if (typeof holder.pid !== 'number') return ageOf(file) > WRITE_GRACE_MS
  if (holder.pid === process.pid) return !held.has(file)
  if (typeof holder.since === 'number' && holder.since < Date.now() - uptime() * 1000) return true
  return !isAlive(holder.pid)
}

function ageOf(file) {
  try {
    return Date.now() - statSync(file).mtimeMs
  } catch {
    return 0
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Removes a stale lock; a guard keeps two finders from removing the lock that the first of them then takes. */
function removeStale(file) {
  const guard = `${file}.takeover`
  try {
    mkdirSync(guard)
  } catch {
    if (ageOf(guard) > WRITE_GRACE_MS) removeGuard(guard)
    return false
  }
  try {
    const holder = readHolder(file)
    if (holder !== null && isStale(file, holder)) unlinkSync(file)
    return true
  } finally {
    removeGuard(guard)
  }
}

function removeGuard(guard) {
  try {
    rmdirSync(guard)
  } catch {
    // Another finder was faster.
  }
}
