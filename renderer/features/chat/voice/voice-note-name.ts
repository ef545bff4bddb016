const SECOND_MS = 1000

/** A voice note's file name. It carries the length: a recording itself doesn't say it before it is over. */
export function voiceNoteName(ms: number, extension: string): string {
  const seconds = Math.max(1, Math.round(ms / SECOND_MS))
  return `Voice note (${Math.floor(seconds / 60)}m${seconds % 60}s).${extension}`
}

const NAME = /^Voice note \((\d{1,4})m(\d{1,2})s\)\.\w+$/

/** The length that a voice note's name gives, in milliseconds; null for any other file. */
export function voiceNoteMs(fileName: string): number | null {
  const match = NAME.exec(fileName)
  return match ? (Number(match[1]) * 60 + Number(match[2])) * SECOND_MS : null
}

/** '0:07', '12:30'. */
export function clock(ms: number): string {
  const seconds = Math.floor(ms / SECOND_MS)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
