export const NOTE_COLOURS = ['YELLOW', 'GREEN', 'BLUE', 'PINK', 'PURPLE', 'ORANGE'] as const
export type NoteColour = (typeof NOTE_COLOURS)[number]

/** Most notes of a board, and most characters of a note. The documents name no limits. */
export const NOTE_LIMITS = { count: 100, text: 2000 } as const
