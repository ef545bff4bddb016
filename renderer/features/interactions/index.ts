import './mantine-styles.ts'

export { InteractionsScreen } from './InteractionsScreen.tsx'
/** A note about somebody, asked for where it is written. */
export const loadNoteDialog = async () => (await import('./dialogs.tsx')).NoteDialog
