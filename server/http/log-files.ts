import { createStream, type RotatingFileStream } from 'rotating-file-stream'

/** Spec 5 §6.5. */
const MAX_BYTES = 20 * 1024 * 1024
const KEPT = 14
const NAME = 'fieldwork.log'

const two = (number: number) => String(number).padStart(2, '0')

/** `fieldwork.log`, and for those that are full the day on which they began: `fieldwork-20260504-1.log.gz`. */
function nameOf(time: Date | number | null, index = 1): string {
  if (time === null) return NAME
  const at = new Date(time)
  return `fieldwork-${at.getFullYear()}${two(at.getMonth() + 1)}${two(at.getDate())}-${index}.log.gz`
}

/**
 * The log in files of a folder: a new one at 20 MB or with a new day, the last 14 kept, compressed. A server that
 * starts on another day than it wrote last begins a new one, too.
 */
export function openLogFiles(folder: string, maxBytes: number = MAX_BYTES): RotatingFileStream {
  return createStream(nameOf, {
    path: folder,
    size: `${maxBytes}B`,
    interval: '1d',
    // Without this the library never looks at the start, and says nothing.
    intervalBoundary: true,
    initialRotation: true,
    maxFiles: KEPT,
    compress: 'gzip',
    mode: 0o600,
  })
}
