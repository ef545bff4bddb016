/** Who holds a lock, and what it left for others to read. */
export interface LockHolder {
  readonly pid?: number
  readonly since?: number
  readonly [key: string]: unknown
}

export interface Lock {
  readonly taken: true
  release(): void
  update(info: Record<string, unknown>): void
}

export interface LockTaken {
  readonly taken: false
  readonly holder: LockHolder
}

/** Takes the lock, or says who holds it; a lock of a process that is gone is taken over. */
export function tryLock(file: string, info?: Record<string, unknown>): Lock | LockTaken
/** Waits until the lock is free and takes it. */
export function waitForLock(file: string, onWait: (holder: LockHolder) => void): Promise<Lock>
