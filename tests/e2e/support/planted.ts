import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'

/** Of memory, as much is read at once. */
const PIECE_BYTES = 8 * 1024 * 1024

/** A text as it may lie somewhere: as UTF-8, as UTF-16, and as base64, wherever in its groups of three it begins. */
function formsOf(text: string): Buffer[] {
  const inBase64 = [0, 1, 2].map((lead) => {
    const whole = Buffer.from(`${'x'.repeat(lead)}${text}`, 'utf8')
    // The groups at either end have other bytes in them.
    const from = lead === 0 ? 0 : 3
    return Buffer.from(whole.subarray(from, whole.length - (whole.length % 3)).toString('base64'))
  })
  return [Buffer.from(text, 'utf8'), Buffer.from(text, 'utf16le'), ...inBase64]
}

/** Whether the text lies in these bytes in any form. */
export function holds(bytes: Buffer | string, text: string): boolean {
  const buffer = typeof bytes === 'string' ? Buffer.from(bytes, 'utf8') : bytes
  return formsOf(text).some((form) => buffer.includes(form))
}

/** The files of a folder that hold the text, whatever is in them. */
export function filesWith(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => holds(readFileSync(file), text))
}

/** Whether the text lies in what a process has in memory and may write to; Linux only. */
export function memoryHolds(pid: number, text: string): boolean {
  const memory = openSync(`/proc/${pid}/mem`, 'r')
  const forms = formsOf(text)
  const overlap = Math.max(...forms.map((form) => form.length))
  try {
    for (const line of readFileSync(`/proc/${pid}/maps`, 'utf8').split('\n')) {
      const [, from, to] = /^([0-9a-f]+)-([0-9a-f]+) rw/.exec(line) ?? []
      if (from === undefined || to === undefined) continue
      const end = BigInt(`0x${to}`)
      for (let at = BigInt(`0x${from}`); at < end; at += BigInt(PIECE_BYTES - overlap)) {
        const left = end - at
        const piece = Buffer.alloc(left < PIECE_BYTES ? Number(left) : PIECE_BYTES)
        try {
          readSync(memory, piece, 0, piece.length, at)
        } catch {
          // A page that is gone by now, or that nobody may read.
          break
        }
        if (forms.some((form) => piece.includes(form))) return true
      }
    }
    return false
  } finally {
    closeSync(memory)
  }
}

/** All that the page's scripts still hold, once what nobody holds is gone. */
export async function heapOf(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page)
  const chunks: string[] = []
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => void chunks.push(chunk))
  await session.send('HeapProfiler.enable')
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  await session.detach()
  return chunks.join('')
}

/** All that the page keeps on the machine: localStorage, sessionStorage and IndexedDB. */
export async function storedIn(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const kept: unknown[] = [{ ...localStorage }, { ...sessionStorage }]
    for (const { name } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name ?? '')
        opening.onsuccess = () => resolve(opening.result)
        opening.onerror = () => reject(opening.error)
      })
      for (const store of db.objectStoreNames)
        kept.push(
          await new Promise((resolve, reject) => {
            const reading = db.transaction(store).objectStore(store).getAll()
            reading.onsuccess = () => resolve(reading.result)
            reading.onerror = () => reject(reading.error)
          }),
        )
      db.close()
    }
    return JSON.stringify(kept)
  })
}
