/** What is written about somebody, who always sees it and may reply once (spec 4 §2.4, 6 §5.6). */
export const FILE_NOTE_KINDS = ['RECOGNITION', 'CONCERN', 'NEUTRAL'] as const
export type FileNoteKind = (typeof FILE_NOTE_KINDS)[number]

export const FILE_NOTE_WORDS: Readonly<Record<FileNoteKind, string>> = {
  RECOGNITION: 'Recognition',
  CONCERN: 'Concern',
  NEUTRAL: 'Note',
}

export const FILE_NOTE_LENGTH = { min: 3, max: 2000 } as const
