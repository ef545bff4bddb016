import type { RecordedReading } from '#shared/contract/recorded.ts'
import { READING_WORDS, readingText, seerWords } from '#shared/domain/recorded-words.ts'
import type { Sheet } from '../records/sheet.ts'

/** What is recorded about somebody, as its list shows it. */
export const readingsSheet = (readings: readonly RecordedReading[]): Sheet => ({
  name: 'What is recorded about me',
  columns: [
    { kind: 'moment', label: 'Time', width: 11 },
    { kind: 'text', label: 'What', width: 18 },
    { kind: 'text', label: 'Reading', width: 18 },
    { kind: 'text', label: 'Why', width: 26 },
    { kind: 'text', label: 'Who sees it', width: 18 },
    { kind: 'moment', label: 'Kept until', width: 11 },
  ],
  rows: readings.map(({ at, kind, value, purpose, seenBy, keepUntil }) => [
    ...[Date.parse(at), READING_WORDS[kind], readingText(kind, value), purpose],
    ...[seerWords(seenBy), Date.parse(keepUntil)],
  ]),
})
